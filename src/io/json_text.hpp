#pragma once
// Writes JSON (RFC 8259) piece by piece. Internal to src/io.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace chappe {

/// Puts commas, indents and escapes. Lists may be kept on one line.
class JsonText {
 public:
  void begin_object() { begin('{', false); }
  void end_object() { end('}'); }
  /// @param one_line  what is inside stays on this line
  void begin_list(bool one_line = false) { begin('[', one_line); }
  void end_list() { end(']'); }
  void begin_line_object() { begin('{', true); }
  void key(std::string_view name);
  void value(std::string_view text);
  void value(const std::string& text) { value(std::string_view(text)); }
  void value(const char* text) { value(std::string_view(text)); }
  /// Not-a-number and infinities are null.
  void value(double number);
  void value(std::int64_t number);
  void value(bool flag);
  void null();
  /// The document with a newline at its end; all objects and lists are closed.
  std::string take();

 private:
  struct Level {
    bool one_line{};
    bool empty{true};
  };
  void begin(char bracket, bool one_line);
  void end(char bracket);
  void before_value();
  void separate();
  void quote(std::string_view text);

  std::string out_{};
  std::vector<Level> levels_{};
  bool after_key_{false};
};

}  // namespace chappe
