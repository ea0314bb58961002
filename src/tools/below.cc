// Opens one part of a path after the other, each relative to the folder before it.
#include "tools/below.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <string>
#include <utility>

#include "diagnostics/diagnostic.h"

namespace passcope::tools {
namespace {

[[noreturn]] void Fail(Message message) {
  throw DiagnosticError(DiagKind::kUsage, std::move(message));
}

// A descriptor that is closed at the end.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }
  ~Descriptor() {
    if (number_ >= 0) close(number_);
  }
  int get() const { return number_; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

}  // namespace

void FailToOpen(const std::string& file, int error) {
  Fail(MSG(kFileNotOpenable, "cannot open '{file}': {reason}", file, std::strerror(error)));
}

FilePtr OpenBelow(const std::filesystem::path& folder, const std::filesystem::path& path,
                  Access access) {
  const std::string whole = (folder / path).string();
  const bool write = access == Access::kWrite;
  constexpr int kFolder = O_RDONLY | O_DIRECTORY | O_CLOEXEC;
  Descriptor at(open(folder.empty() ? "." : folder.c_str(), kFolder));
  if (at.get() < 0) FailToOpen(whole, errno);
  for (auto part = path.begin(); part != path.end(); ++part) {
    const bool last = std::next(part) == path.end();
    if (*part == "." && !last) continue;
    struct stat found {};
    const bool exists = fstatat(at.get(), part->c_str(), &found, AT_SYMLINK_NOFOLLOW) == 0;
    const int error = errno;
    if (exists && S_ISLNK(found.st_mode)) {
      Fail(
          MSG(kFileBehindLink,
              "cannot open '{file}': '{part}' is a symbolic link, which can lead out of the folder",
              whole, part->string()));
    }
    // Opening a pipe waits for its other end.
    if (*part == ".." || path.is_absolute() || (exists && last && !S_ISREG(found.st_mode))) {
      Fail(MSG(kFileNotRegular, "cannot open '{file}': it is not a regular file below the folder",
               whole));
    }
    if (!exists && !(write && error == ENOENT)) FailToOpen(whole, error);
    if (!exists && !last && mkdirat(at.get(), part->c_str(), 0777) != 0) FailToOpen(whole, errno);
    const int flags = !last   ? kFolder
                      : write ? O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK
                              : O_RDONLY | O_CLOEXEC | O_NONBLOCK;
    Descriptor next(openat(at.get(), part->c_str(), flags | O_NOFOLLOW, 0666));
    if (next.get() < 0) FailToOpen(whole, errno);
    at = std::move(next);
  }
  FilePtr file(fdopen(at.get(), write ? "wb" : "rb"));
  if (!file) FailToOpen(whole, errno);
  at.release();
  return file;
}

}  // namespace passcope::tools
