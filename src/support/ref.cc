#include "support/ref.h"

namespace passcope {

void Object::Destroy(Object* object) {
  // The dead nodes of this thread that wait. `draining` is true while they are being destroyed.
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
