// Reads and writes through C's streams, which tell why an operation failed.
#include "tools/files.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <new>
#include <system_error>

#include "diagnostics/diagnostic.h"
#include "tools/below.h"
#include "tools/terminal.h"

namespace passcope::tools {
namespace {

[[noreturn]] void Fail(Message message) {
  throw DiagnosticError(DiagKind::kUsage, std::move(message));
}

[[noreturn]] void FailToRead(const std::string& name, int error) {
  Fail(MSG(kFileNotReadable, "cannot read '{file}': {reason}", name, std::strerror(error)));
}

// Opening a named pipe waits for its other end. The pipes of a shell's <(…) are open already.
void TellOfPipe(const std::string& name, std::string_view what) {
  std::error_code none;
  if (name.starts_with("/dev/") || name.starts_with("/proc/")) return;
  if (std::filesystem::is_fifo(name, none)) {
    PrintError(fmt::format("note: '{}' is a pipe; waiting for a program that {} it\n", name, what));
  }
}

FilePtr Open(const std::string& name) {
  // Opening a folder succeeds, and it reports a huge size.
  std::error_code none;
  if (std::filesystem::is_directory(name, none)) FailToRead(name, EISDIR);
  TellOfPipe(name, "writes to");
  FilePtr file(std::fopen(name.c_str(), "rb"));
  if (!file) FailToOpen(name, errno);
  return file;
}

// Devices and pipes can be endless.
constexpr size_t kMaxTextMib = 1024;

void CheckTextSize(const std::string& name, size_t bytes) {
  if (bytes > kMaxTextMib << 20)
    Fail(MSG(kTextFileTooLong, "'{file}' is larger than the limit of {limit} MiB for a text", name,
             kMaxTextMib));
}

// Appends the rest of a file. Returns the system's error, or 0.
int ReadRest(std::FILE* file, const std::string& name, std::string* text) {
  char buffer[65536];
  size_t count;
  while ((count = std::fread(buffer, 1, sizeof(buffer), file)) > 0) {
    CheckTextSize(name, text->size() + count);
    text->append(buffer, count);
  }
  return std::ferror(file) ? errno : 0;
}

}  // namespace

std::string ReadFile(const std::string& name) {
  std::string text;
  int error = 0;
  if (name == "-") {
    error = ReadRest(stdin, name, &text);
  } else {
    FilePtr file = Open(name);
    // Reserving memory avoids copying the growing text. Pipes cannot be seeked.
    if (std::fseek(file.get(), 0, SEEK_END) == 0) {
      long size = std::ftell(file.get());
      if (size > 0) {
        CheckTextSize(name, static_cast<size_t>(size));
        text.reserve(static_cast<size_t>(size));
      }
      std::rewind(file.get());
    }
    error = ReadRest(file.get(), name, &text);
  }
  if (error != 0) FailToRead(name, error);
  return text;
}

namespace {

Buffer ReadBuffer(FilePtr opened, const std::string& name) {
  std::FILE* file = opened.get();
  // The data goes directly into the buffer.
  std::setvbuf(file, nullptr, _IONBF, 0);
  long size = std::fseek(file, 0, SEEK_END) == 0 ? std::ftell(file) : -1;
  Buffer buffer;
  size_t count = 0;
  if (size >= 0) {
    std::rewind(file);
    try {
      buffer = Buffer(new BufferNode(static_cast<size_t>(size)));
    } catch (const std::bad_alloc&) {
      throw DiagnosticError(
          DiagKind::kTensorTooLarge,
          MSG(kImportFileMemoryExhausted, "there is no memory for a file of {size} bytes", size));
    }
    count = std::fread(buffer->data(), 1, buffer->size(), file);
  }
  bool whole = buffer && count == buffer->size();
  // If the file became shorter meanwhile, the system reports no error.
  int error = size < 0 || std::ferror(file) ? errno : EIO;
  if (!whole) FailToRead(name, error);
  return buffer;
}

}  // namespace

Buffer ReadBuffer(const std::string& name) { return ReadBuffer(Open(name), name); }

Buffer ReadBufferBelow(const std::string& folder, const std::string& path) {
  return ReadBuffer(OpenBelow(folder, path, Access::kRead),
                    (std::filesystem::path(folder) / path).string());
}

namespace {

void WriteFile(FilePtr file, const std::string& name, std::string_view text) {
  bool written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
  int error = errno;
  if (std::fclose(file.release()) != 0 && written) {
    written = false;
    error = errno;
  }
  if (!written)
    Fail(MSG(kFileNotWritable, "cannot write '{file}': {reason}", name, std::strerror(error)));
}

}  // namespace

void WriteFile(const std::string& name, std::string_view text) {
  TellOfPipe(name, "reads from");
  FilePtr file(std::fopen(name.c_str(), "wb"));
  if (!file)
    Fail(MSG(kFileNotCreatable, "cannot create '{file}': {reason}", name, std::strerror(errno)));
  WriteFile(std::move(file), name, text);
}

void WriteFileBelow(const std::string& folder, const std::string& path, std::string_view text) {
  WriteFile(OpenBelow(folder, path, Access::kWrite),
            (std::filesystem::path(folder) / path).string(), text);
}

void WriteWhole(const std::string& name, std::string_view text) {
  std::error_code none;
  // A link keeps pointing at its file.
  std::filesystem::path file = std::filesystem::weakly_canonical(name, none);
  if (none) file = name;
  const std::string part = file.string() + ".part";
  WriteFile(part, text);
  if (std::rename(part.c_str(), file.c_str()) == 0) return;
  const int error = errno;
  std::remove(part.c_str());
  Fail(MSG(kFileNotWritable, "cannot write '{file}': {reason}", name, std::strerror(error)));
}

void Print(std::string_view given) {
  const std::string text = Cleaned(given, Stream::kOut);
  bool written = std::fwrite(text.data(), 1, text.size(), stdout) == text.size();
  if (!written || std::fflush(stdout) != 0)
    Fail(MSG(kStandardOutputNotWritable, "cannot write to standard output: {reason}",
             std::strerror(errno)));
}

void PrintError(std::string_view text) {
  const std::string cleaned = Cleaned(text, Stream::kErr);
  std::fwrite(cleaned.data(), 1, cleaned.size(), stderr);
}

}  // namespace passcope::tools
