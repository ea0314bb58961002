// Reading and writing through C's streams, which tell why something failed.
#include "tools/files.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <new>

#include "diagnostics/diagnostic.h"

namespace passcope::tools {
namespace {

[[noreturn]] void Fail(Message message) {
  throw DiagnosticError(DiagKind::kUsage, std::move(message));
}

}  // namespace

std::string ReadFile(const std::string& name) {
  bool standard = name == "-";
  std::FILE* file = standard ? stdin : std::fopen(name.c_str(), "rb");
  if (!file) Fail(Say("cannot open '{file}': {reason}", name, std::strerror(errno)));
  std::string text;
  // A text that grows would be copied over and over; pipes have no end to seek.
  if (!standard && std::fseek(file, 0, SEEK_END) == 0) {
    if (long size = std::ftell(file); size > 0) text.reserve(static_cast<size_t>(size));
    std::rewind(file);
  }
  char buffer[65536];
  size_t count;
  while ((count = std::fread(buffer, 1, sizeof(buffer), file)) > 0) text.append(buffer, count);
  int error = std::ferror(file) ? errno : 0;
  if (!standard) std::fclose(file);
  if (error != 0) Fail(Say("cannot read '{file}': {reason}", name, std::strerror(error)));
  return text;
}

Buffer ReadBuffer(const std::string& name) {
  std::FILE* file = std::fopen(name.c_str(), "rb");
  if (!file) Fail(Say("cannot open '{file}': {reason}", name, std::strerror(errno)));
  // What is read goes straight into the buffer.
  std::setvbuf(file, nullptr, _IONBF, 0);
  long size = std::fseek(file, 0, SEEK_END) == 0 ? std::ftell(file) : -1;
  Buffer buffer;
  size_t count = 0;
  if (size >= 0) {
    std::rewind(file);
    try {
      buffer = Buffer(new BufferNode(static_cast<size_t>(size)));
    } catch (const std::bad_alloc&) {
      std::fclose(file);
      throw DiagnosticError(DiagKind::kTensorTooLarge,
                            Say("there is no memory for a file of {size} bytes", size));
    }
    count = std::fread(buffer->data(), 1, buffer->size(), file);
  }
  bool whole = buffer && count == buffer->size();
  // A file that became shorter meanwhile is no error of the system's.
  int error = size < 0 || std::ferror(file) ? errno : EIO;
  std::fclose(file);
  if (!whole) Fail(Say("cannot read '{file}': {reason}", name, std::strerror(error)));
  return buffer;
}

void WriteFile(const std::string& name, std::string_view text) {
  std::FILE* file = std::fopen(name.c_str(), "wb");
  if (!file) Fail(Say("cannot create '{file}': {reason}", name, std::strerror(errno)));
  bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  int error = errno;
  if (std::fclose(file) != 0 && written) {
    written = false;
    error = errno;
  }
  if (!written) Fail(Say("cannot write '{file}': {reason}", name, std::strerror(error)));
}

void Print(std::string_view text) {
  bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0)
    Fail(Say("cannot write 'standard output': {reason}", std::strerror(errno)));
}

}  // namespace passcope::tools
