#include "io/result_codec.hpp"

#include <bit>
#include <cstring>

#include "base/errors.hpp"

namespace chappe {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are copied as they lie");

class Encoder {
 public:
  void count(std::size_t n) { bytes(static_cast<std::uint64_t>(n)); }
  void text(const std::string& t) {
    count(t.size());
    out_ += t;
  }
  void texts(const std::vector<std::string>& list) {
    count(list.size());
    for (const std::string& t : list) text(t);
  }
  template <class T>
  void numbers(const std::vector<T>& list) {
    count(list.size());
    if (list.empty()) return;
    out_.append(reinterpret_cast<const char*>(list.data()), list.size() * sizeof(T));
  }
  /// The alternative's number, then its values.
  template <class Variant>
  void data(const Variant& values) {
    bytes(static_cast<std::uint8_t>(values.index()));
    std::visit(
        [this]<class T>(const std::vector<T>& list) {
          if constexpr (std::is_same_v<T, std::string>) {
            texts(list);
          } else {
            numbers(list);
          }
        },
        values);
  }
  std::string take() { return std::move(out_); }

 private:
  template <class T>
  void bytes(T value) {
    out_.append(reinterpret_cast<const char*>(&value), sizeof(value));
  }
  std::string out_{};
};

class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : rest_(bytes) {}
  /// A count of things of at least `size` bytes each: never more than there is.
  std::size_t count(std::size_t size) {
    std::uint64_t n{};
    std::memcpy(&n, cut(sizeof(n)).data(), sizeof(n));
    if (n > rest_.size() / size) damaged();
    return static_cast<std::size_t>(n);
  }
  std::string text() { return std::string(cut(count(1))); }
  std::vector<std::string> texts() {
    std::vector<std::string> list(count(sizeof(std::uint64_t)));
    for (std::string& t : list) t = text();
    return list;
  }
  template <class T>
  std::vector<T> numbers() {
    std::vector<T> list(count(sizeof(T)));
    const std::string_view from = cut(list.size() * sizeof(T));
    if (!list.empty()) std::memcpy(list.data(), from.data(), from.size());
    return list;
  }
  template <class Variant>
  void data(Variant& values) {
    decode_alternative<Variant, 0>(static_cast<std::uint8_t>(cut(1)[0]), values);
  }
  bool done() const { return rest_.empty(); }
  [[noreturn]] static void damaged() { throw DataError("damaged: the encoded results end early"); }

 private:
  template <class Variant, std::size_t I>
  void decode_alternative(std::size_t index, Variant& values) {
    if constexpr (I < std::variant_size_v<Variant>) {
      if (index != I) return decode_alternative<Variant, I + 1>(index, values);
      using List = std::variant_alternative_t<I, Variant>;
      if constexpr (std::is_same_v<List, std::vector<std::string>>) {
        values = texts();
      } else {
        values = numbers<typename List::value_type>();
      }
    } else {
      damaged();
    }
  }
  std::string_view cut(std::size_t n) {
    if (n > rest_.size()) damaged();
    const std::string_view head = rest_.substr(0, n);
    rest_.remove_prefix(n);
    return head;
  }
  std::string_view rest_;
};

void encode_table(const Table& table, Encoder& out) {
  out.text(table.name);
  out.text(table.title);
  out.text(table.signal);
  out.count(table.axes.size());
  for (const Axis& axis : table.axes) {
    out.text(axis.name);
    out.text(axis.unit);
    out.text(axis.long_name);
    out.data(axis.values);
  }
  out.count(table.columns.size());
  for (const Column& column : table.columns) {
    out.text(column.name);
    out.text(column.unit);
    out.text(column.long_name);
    out.texts(column.axes);
    out.data(column.data);
  }
}

Table decode_table(Decoder& in) {
  constexpr std::size_t kLeast = 8;  // bytes of any axis or column: more than its first count
  Table table;
  table.name = in.text();
  table.title = in.text();
  table.signal = in.text();
  for (std::size_t left = in.count(kLeast); left > 0; --left) {
    Axis& axis = table.axes.emplace_back();
    axis.name = in.text();
    axis.unit = in.text();
    axis.long_name = in.text();
    in.data(axis.values);
  }
  for (std::size_t left = in.count(kLeast); left > 0; --left) {
    Column& column = table.columns.emplace_back();
    column.name = in.text();
    column.unit = in.text();
    column.long_name = in.text();
    column.axes = in.texts();
    in.data(column.data);
  }
  return table;
}

}  // namespace

std::string encode_results(const ResultSet& results) {
  Encoder out;
  out.count(results.attributes.size());
  for (const auto& [name, value] : results.attributes) {
    out.text(name);
    out.text(value);
  }
  out.count(results.tables.size());
  for (const Table& table : results.tables) encode_table(table, out);
  return out.take();
}

ResultSet decode_results(std::string_view bytes) {
  Decoder in(bytes);
  ResultSet results;
  for (std::size_t left = in.count(16); left > 0; --left) {
    std::string name = in.text();
    results.attributes.emplace_back(std::move(name), in.text());
  }
  for (std::size_t left = in.count(8); left > 0; --left) {
    results.tables.push_back(decode_table(in));
  }
  if (!in.done()) Decoder::damaged();
  return results;
}

}  // namespace chappe
