#include "fec/lane_mux.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "base/errors.hpp"

namespace chappe {
namespace {

void check(const LaneMux& mux) {
  ensure(mux.lanes >= 1 && mux.physical_lanes >= 1, "a physical lane carries PCS lanes");
  ensure(mux.codewords >= 1 && mux.codewords <= 4, "1 to 4 codewords are interleaved");
  ensure(!mux.codeword.empty() && mux.codeword.size() % static_cast<std::size_t>(mux.lanes) == 0,
         "the map of codewords holds whole rows");
  for (const int c : mux.codeword) {
    ensure(c >= 0 && c < mux.codewords, "a symbol belongs to one of the codewords");
  }
}

/// The codeword symbols that share line symbols, and how many of these are wrong.
struct Shared {
  MuxPlace first{}, second{};
  int single{0};     ///< line symbols with one bit wrong
  bool both{false};  ///< a line symbol with both bits wrong
};

/// Ways of hits with their probabilities.
using Ways = std::map<Hits, double>;

class Enumeration {
 public:
  Enumeration(const FecCode& code, const LaneMux& mux, const BurstModel& model)
      : mux_(mux), model_(model), symbol_bits_(code.symbol_bits) {
    const long symbols = static_cast<long>(code.n) * mux.codewords;
    const long columns = static_cast<long>(mux.lanes) * mux.physical_lanes;
    ensure(symbols % (columns * mux.row_period()) == 0,
           "the symbols of a group fill whole periods of rows on all lanes");
    ensure((mux.lanes * code.symbol_bits) % model.bits_per_symbol == 0,
           "line symbols fill whole rows");
    ensure(mux.kind == MuxKind::symbol || model.bits_per_symbol == 1 || mux.lanes == 1 ||
               mux.lanes % 2 == 0,
           "PAM4 takes the bits of an even number of lanes in turn");
    rows_ = symbols / columns;
    const int row_bits = mux.lanes * code.symbol_bits;
    span_ = rows_ * row_bits / model.bits_per_symbol;
    period_ = static_cast<long>(mux.row_period()) * row_bits / model.bits_per_symbol;
  }

  /// All starts on one physical lane, of an event that leaves `errors`.
  Ways all_starts(const std::vector<SymbolError>& errors) const {
    const long touched = static_cast<long>(errors.size());
    ensure(touched <= span_, "a burst is shorter than a group of codewords on its lane");
    Ways ways;
    for (long start = 1 - touched; start < 0; ++start) add(start, 1.0, errors, ways);
    const long whole = span_ - touched + 1;  // starts of events that end within the group
    for (long phase = 0; phase < std::min(period_, whole); ++phase) {
      const long times = (whole - phase + period_ - 1) / period_;
      add(phase, static_cast<double>(times), errors, ways);
    }
    for (long start = whole; start < span_; ++start) add(start, 1.0, errors, ways);
    ways.erase(Hits{});
    return ways;
  }

 private:
  void add(long start, double weight, const std::vector<SymbolError>& errors, Ways& out) const {
    Ways ways{{Hits{}, weight}};
    for (const Shared& shared : places(start, errors)) ways = hit(ways, shared);
    for (const auto& [hits, probability] : ways) out[hits] += probability;
  }

  std::vector<Shared> places(long start, const std::vector<SymbolError>& errors) const {
    std::vector<Shared> found;
    const long bits = model_.bits_per_symbol;
    for (std::size_t i = 0; i < errors.size(); ++i) {
      const long at = start + static_cast<long>(i);
      if (errors[i] == SymbolError::none || at < 0 || at >= span_) continue;
      const MuxPlace first = mux_place(mux_, at * bits, symbol_bits_);
      const MuxPlace second = mux_place(mux_, at * bits + bits - 1, symbol_bits_);
      auto it = std::find_if(found.begin(), found.end(), [&](const Shared& s) {
        return s.first == first && s.second == second;
      });
      if (it == found.end()) it = found.insert(found.end(), Shared{first, second});
      it->single += errors[i] == SymbolError::one_bit ? 1 : 0;
      it->both = it->both || errors[i] == SymbolError::both_bits;
    }
    return found;
  }

  Ways hit(const Ways& before, const Shared& shared) const {
    const auto word = [&](const MuxPlace& p) {
      return static_cast<std::size_t>(mux_.codeword_at(p.row, p.lane));
    };
    const bool one = shared.first == shared.second;
    const double a = first_bit_share(model_);
    const double only_first = one ? 1.0 : (shared.both ? 0.0 : std::pow(a, shared.single));
    const double only_second = one || shared.both ? 0.0 : std::pow(1.0 - a, shared.single);
    const double two = std::max(0.0, 1.0 - only_first - only_second);
    const bool never_two = one || (!shared.both && shared.single == 1);
    Ways after;
    for (const auto& [hits, probability] : before) {
      Hits first = hits, second = hits;
      ++first[word(shared.first)];
      ++second[word(shared.second)];
      if (only_first > 0.0) after[first] += probability * only_first;
      if (only_second > 0.0) after[second] += probability * only_second;
      if (never_two) continue;
      ++first[word(shared.second)];
      after[first] += probability * two;
    }
    return after;
  }

  const LaneMux& mux_;
  const BurstModel& model_;
  int symbol_bits_;
  long rows_{0}, span_{0}, period_{0};
};

}  // namespace

int LaneMux::codeword_at(long row, int lane) const {
  return codeword[static_cast<std::size_t>((row % row_period()) * lanes + lane)];
}

LaneMux round_robin_mux(MuxKind kind, int lanes, int physical_lanes, int codewords) {
  ensure(lanes >= 1 && codewords >= 1, "lanes and codewords are positive");
  LaneMux mux{kind, lanes, physical_lanes, codewords, {}};
  for (int i = 0; i < std::lcm(lanes, codewords); ++i) mux.codeword.push_back(i % codewords);
  check(mux);
  return mux;
}

LaneMux checkerboard_mux(MuxKind kind, std::span<const int> pcs_lanes, int physical_lanes) {
  LaneMux mux{kind, static_cast<int>(pcs_lanes.size()), physical_lanes, 2, {}};
  for (int row = 0; row < 2; ++row) {
    for (const int lane : pcs_lanes) mux.codeword.push_back((row + lane) % 2);
  }
  check(mux);
  return mux;
}

MuxPlace mux_place(const LaneMux& mux, long bit, int symbol_bits) {
  if (mux.kind == MuxKind::bit) {
    return {bit / mux.lanes / symbol_bits, static_cast<int>(bit % mux.lanes)};
  }
  const long symbol = bit / symbol_bits;
  return {symbol / mux.lanes, static_cast<int>(symbol % mux.lanes)};
}

int most_symbols_hit(const LaneMux& mux, int bits, int symbol_bits, int bits_per_symbol) {
  check(mux);
  int most = 0;
  const long period = static_cast<long>(mux.row_period()) * mux.lanes * symbol_bits;
  for (long phase = 0; phase < period; phase += bits_per_symbol) {
    std::set<MuxPlace> hit;
    std::array<int, 4> count{};
    for (long bit = phase; bit < phase + bits; ++bit) {
      const MuxPlace place = mux_place(mux, bit, symbol_bits);
      const auto word = static_cast<std::size_t>(mux.codeword_at(place.row, place.lane));
      if (hit.insert(place).second) most = std::max(most, ++count[word]);
    }
  }
  return most;
}

bool fills_lanes(const FecCode& code, const LaneMux& mux, const BurstModel& model) {
  const long symbols = static_cast<long>(code.n) * mux.codewords;
  const long columns = static_cast<long>(mux.lanes) * mux.physical_lanes;
  const long row_bits = static_cast<long>(mux.lanes) * code.symbol_bits;
  if (symbols % (columns * mux.row_period()) != 0 || row_bits % model.bits_per_symbol != 0) {
    return false;
  }
  if (mux.kind == MuxKind::bit && model.bits_per_symbol == 2 && mux.lanes > 1 &&
      mux.lanes % 2 != 0) {
    return false;
  }
  const long span = symbols / columns * row_bits / model.bits_per_symbol;
  return static_cast<long>(model.length.size()) + (model.precoded ? 1 : 0) <= span;
}

BurstSpread burst_spread(const FecCode& code, const LaneMux& mux, const BurstModel& model) {
  check(mux);
  check_burst(model);
  const Enumeration enumeration(code, mux, model);
  BurstSpread spread{.codewords = mux.codewords, .n = code.n, .symbol_bits = code.symbol_bits};
  std::vector<Ways> by_length;
  std::map<Hits, std::size_t> index;
  for (std::size_t i = 0; i < model.length.size(); ++i) {
    by_length.push_back(enumeration.all_starts(data_errors(model, static_cast<int>(i) + 1)));
    for (const auto& [hits, weight] : by_length.back()) index[hits] = 0;
  }
  for (auto& [hits, at] : index) {
    at = spread.ways.size();
    spread.ways.push_back(hits);
  }
  for (const Ways& ways : by_length) {
    auto& row = spread.by_length.emplace_back();
    for (const auto& [hits, weight] : ways) {
      row.emplace_back(index[hits], weight * mux.physical_lanes);
    }
  }
  return spread;
}

std::map<Hits, double> BurstSpread::of_length(int length) const {
  std::map<Hits, double> out;
  for (const auto& [way, places] : by_length[static_cast<std::size_t>(length - 1)]) {
    out[ways[way]] = places;
  }
  return out;
}

}  // namespace chappe
