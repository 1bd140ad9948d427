#include "signal/touchstone/encoding.hpp"

#include "base/errors.hpp"

namespace chappe::touchstone {

bool is_utf16(std::string_view text) {
  return text.starts_with("\xff\xfe") || text.starts_with("\xfe\xff");
}

std::string from_utf16(std::string_view text, const std::string& name) {
  if (text.size() % 2 != 0) {
    throw DataError(Origin{name, 0, 0},
                    "UTF-16 text that ends inside a character; is the file truncated?");
  }
  const std::size_t low = text.front() == '\xff' ? 0 : 1;  // place of the low byte
  std::string out;
  out.reserve(text.size() / 2);
  for (std::size_t k = 2; k < text.size(); k += 2) {
    const char c = text[k + low];
    const bool ascii = text[k + 1 - low] == '\0' && static_cast<unsigned char>(c) < 0x80;
    out += ascii ? c : '?';
  }
  return out;
}

}  // namespace chappe::touchstone
