#include "solve/optical/chain_builder.hpp"

#include <algorithm>
#include <cmath>

#include "base/constants.hpp"
#include "base/units.hpp"
#include "math/fft.hpp"

namespace chappe {
namespace {

/// Largest sum over symbols of |response to one symbol|, over the phases of a symbol: the most that
/// levels within +-1 can come to behind a filter.
double largest_sum(const std::vector<cd>& filter, const OpticalGrid& grid) {
  const RealFft fft(grid.samples());
  std::vector<cd> spectrum(filter);
  spectrum.resize(fft.spectrum_size());
  for (std::size_t k = 1; k < spectrum.size(); ++k) {
    const double x = kPi * static_cast<double>(k) / static_cast<double>(grid.symbols);
    spectrum[k] *= std::polar(std::sin(x) / x, -x) * static_cast<double>(grid.samples_per_symbol);
  }
  spectrum.front() *= static_cast<double>(grid.samples_per_symbol);
  std::vector<double> pulse(grid.samples());
  fft.inverse(spectrum, pulse);
  const auto m = static_cast<std::size_t>(grid.samples_per_symbol);
  std::vector<double> sums(m, 0.0);
  for (std::size_t i = 0; i < pulse.size(); ++i) sums[i % m] += std::abs(pulse[i]);
  return *std::max_element(sums.begin(), sums.end());
}

void multiply(std::vector<cd>& product, std::size_t size, const std::vector<cd>& factor) {
  if (factor.empty()) return;
  if (product.empty()) product.assign(size, 1.0);
  for (std::size_t k = 0; k < size; ++k) product[k] *= factor[k];
}

/// True if it does nothing but lose power and turn the phase, alike at every frequency that
/// matters.
bool is_flat(const std::vector<cd>& field) {
  return std::all_of(field.begin(), field.end(), [&](cd x) {
    return std::abs(x - field.front()) <= 1e-9 * std::abs(field.front());
  });
}

}  // namespace

ChainBuilder::ChainBuilder(const Section& section, const OperatingPoint& at,
                           const OpticalGrid& grid)
    : section_(section),
      at_(at),
      half_(FrequencyGrid::uniform(grid.df_hz(), grid.half())),
      offsets_hz_(grid.samples()) {
  out_.grid = grid;
  const auto n = static_cast<std::ptrdiff_t>(grid.samples());
  for (std::ptrdiff_t k = 0; k < n; ++k) {
    offsets_hz_[static_cast<std::size_t>(k)] =
        static_cast<double>(2 * k < n ? k : k - n) * grid.df_hz();
  }
}

OpticalChain ChainBuilder::build() {
  if (!section_.aggressors.empty()) {
    throw ModelError("section '" + section_.name +
                     "': crosstalk between lines of a section with light has no model");
  }
  out_.tx = as<Transmitter>(*section_.elements.front())->transmitter(at_);
  out_.rx = as<Receiver>(*section_.elements.back())->receiver(at_);
  out_.pam_levels = levels(section_.modulation);
  source_.assign(half_.size(), reflection_of(out_.tx.termination_ohm));
  range_v_ = out_.tx.amplitude_v;
  for (const auto& element : section_.elements) {
    if (as<LightSource>(*element) != nullptr) take_light_of(*element);
  }
  for (std::size_t i = 1; i + 1 < section_.elements.size(); ++i) {
    const Element& element = *section_.elements[i];
    if (stands_beside(element)) continue;
    if (as<TwoPort>(element) != nullptr) {
      if (as<Noise>(element) != nullptr) {
        throw ModelError("element '" + element.name() +
                         "': a two-port that adds noise has no model"
                         " in a section with light");
      }
      two_ports_.push_back(&element);
    } else if (element.input() == Domain::electrical) {
      drive_with(element);
    } else if (as<LightPath>(element) != nullptr) {
      pass(element);
    } else {
      detect(element);
    }
  }
  end_at_receiver();
  return std::move(out_);
}

std::vector<double> ChainBuilder::density_of(const Element& element, double level) const {
  const Noise* noise = as<Noise>(element);
  if (noise == nullptr) return {};
  std::vector<double> density = noise->added(half_, at_, level).density;
  ensure(density.size() == half_.size(), "noise is given on the grid asked for");
  const bool silent =
      std::all_of(density.begin(), density.end(), [](double s) { return s == 0.0; });
  return silent ? std::vector<double>{} : density;
}

void ChainBuilder::take_light_of(const Element& source) {
  out_.light = as<LightSource>(source)->light(at_);
  out_.power_w = stands_beside(source) ? out_.light.power_w : 1.0;
  out_.rin = density_of(source, out_.light.power_w);
  for (double& density : out_.rin) density /= out_.light.power_w * out_.light.power_w;
}

/// An amplifier, a modulator or a laser: a filter, then a map.
void ChainBuilder::drive_with(const Element& element) {
  const Linear& linear = *as<Linear>(element);
  const bool first = out_.drive.empty();
  DriveStage stage;
  stage.filter = electrical_run(two_ports_, half_, at_, source_, linear.reflection(half_, at_, 0));
  const double matched = first ? 1.0 - reflection_of(out_.tx.termination_ohm) : 1.0;
  for (std::size_t k = 0; k < half_.size(); ++k) {
    stage.filter[k] *= matched * (first ? edge_filter(out_.tx.rise_time_s, half_[k]) : 1.0);
  }
  two_ports_.clear();
  const bool rate_equations = as<Process>(element) != nullptr;
  if (rate_equations) {
    out_.laser = as<Process>(element);
    out_.ahead_of_laser = stage.filter;
  }
  const std::vector<cd> transfer = linear.transfer(half_, at_);
  multiply(stage.filter, half_.size(), transfer);
  for (std::size_t k = 0; k < out_.drive_noise.size(); ++k) {
    out_.drive_noise[k] *= std::norm(stage.filter[k]);
  }
  range_v_ *= largest_sum(stage.filter, out_.grid);
  if (as<Static>(element) != nullptr) add_map(element, stage);
  out_.drive.push_back(std::move(stage));
  if (element.output() == Domain::electrical) {
    source_ = linear.reflection(half_, at_, 1);
    const std::vector<double> own = density_of(element, 0.0);
    if (!own.empty()) {
      out_.drive_noise.resize(half_.size(), 0.0);
      for (std::size_t k = 0; k < own.size(); ++k) out_.drive_noise[k] += own[k];
    }
  }
}

void ChainBuilder::add_map(const Element& element, DriveStage& stage) {
  // Noise of the transmitter and of amplifiers reaches beyond the levels.
  constexpr double kBeyond = 1.3;
  range_v_ *= kBeyond;
  const Static& law = *as<Static>(element);
  stage.map.emplace([&](double v) { return law.map(v, at_); }, -range_v_, range_v_);
  if (element.output() != Domain::electrical) return;
  const double slope = std::abs(stage.map->slope(0.0));
  for (double& density : out_.drive_noise) density *= slope * slope;
  range_v_ = std::max(std::abs(stage.map->value(range_v_)), std::abs(stage.map->value(-range_v_)));
}

void ChainBuilder::pass(const Element& element) {
  const LightPath& path = *as<LightPath>(element);
  if (place_ == Place::launch && !path.in_module()) {
    place_ = Place::line;
    out_.launch_field = out_.field;
  }
  if (place_ == Place::line && path.in_module()) place_ = Place::detector;
  if (const Reflector* reflector = as<Reflector>(element)) {
    const double ratio = power_ratio_from_db(reflector->reflectance_db());
    if (ratio > 0.0) mirrors_.push_back({element.name(), ratio, left_});
  }
  const std::vector<cd> field = path.field(offsets_hz_, out_.light, at_);
  const double gain = std::norm(field.front());
  if (!is_flat(field)) {
    std::vector<cd> shape = field;
    for (cd& x : shape) x /= std::sqrt(gain);
    multiply(out_.field, offsets_hz_.size(), shape);
  }
  multiply(out_.intensity, half_.size(), path.intensity(half_, out_.light, at_));
  out_.partition_variance += path.partition_noise(out_.light, out_.grid.symbol_rate_bd, at_);
  if (path.crosstalk().channels > 0) out_.crosstalk.push_back(path.crosstalk());
  (place_ == Place::launch ? out_.launch_gain
   : place_ == Place::line ? out_.line_gain
                           : out_.detector_gain) *= gain;
  left_ *= gain;
}

void ChainBuilder::detect(const Element& element) {
  add_echoes();
  const std::vector<double> powers = held_powers_w(out_, {-1.0, 1.0});
  const double received = out_.gain() * std::max(powers[0], powers[1]);
  at_.received_oma_w = out_.gain() * std::abs(powers[1] - powers[0]);
  out_.responsivity_a_per_w = as<Static>(element)->map(std::sqrt(received), at_).real() / received;
  out_.thermal = density_of(element, 0.0);
  if (out_.thermal.empty()) out_.thermal.assign(half_.size(), 0.0);
  const double current = out_.responsivity_a_per_w * received;
  const std::vector<double> all = density_of(element, current);
  if (!all.empty()) out_.shot_a = (all.front() - out_.thermal.front()) / current;
  out_.post = as<Linear>(element)->transfer(half_, at_);
  source_ = as<Linear>(element)->reflection(half_, at_, 1);
}

void ChainBuilder::end_at_receiver() {
  const double g2 = reflection_of(out_.rx.termination_ohm);
  const std::vector<cd> run =
      electrical_run(two_ports_, half_, at_, source_, RunEnd(half_.size(), g2));
  const std::vector<double> powers = held_powers_w(out_, {-1.0, 1.0});
  const double polarity = powers[1] < powers[0] ? -1.0 : 1.0;
  for (std::size_t k = 0; k < half_.size(); ++k) out_.post[k] *= polarity * run[k] * (1.0 + g2);
  out_.at = at_;
}

void ChainBuilder::add_echoes() {
  for (std::size_t j = 1; j < mirrors_.size(); ++j) {
    for (std::size_t i = 0; i < j; ++i) {
      const double between = mirrors_[j].left / mirrors_[i].left;
      out_.echoes.push_back(
          {mirrors_[i].name, mirrors_[j].name,
           std::sqrt(mirrors_[i].power_ratio * mirrors_[j].power_ratio) * between});
    }
  }
}

}  // namespace chappe
