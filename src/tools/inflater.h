// Inflates gzip files part by part.
#pragma once

#include <functional>
#include <memory>
#include <string_view>

namespace passcope::tools {

bool IsGzip(std::string_view head);

class Inflater {
 public:
  // `sink` gets the inflated bytes.
  explicit Inflater(std::function<void(std::string_view)> sink);
  ~Inflater();
  Inflater(const Inflater&) = delete;
  Inflater& operator=(const Inflater&) = delete;

  // Returns false if the data is damaged. What came before has gone to the sink.
  bool Feed(std::string_view deflated);
  void Finish();

 private:
  struct State;
  const std::unique_ptr<State> state_;
};

}  // namespace passcope::tools
