#include "support/ref.h"

namespace passcope {

void Object::Destroy(Object* object) {
  // Dead nodes of this thread that wait; non-null while a drain is under way.
  thread_local Object* pending = nullptr;
  thread_local bool draining = false;
  object->next_dead_ = pending;
  pending = object;
  if (draining) return;
  draining = true;
  while (pending) {
    Object* dead = pending;
    pending = dead->next_dead_;
    dead->destroy_(dead);
  }
  draining = false;
}

}  // namespace passcope
