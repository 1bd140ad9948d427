#include "math/fft.hpp"

#include <fftw3.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <mutex>
#include <utility>
#include <vector>

#include "base/errors.hpp"

namespace chappe {
namespace {

/// FFTW's planner is not thread-safe; only execution is.
std::mutex& planner_lock() {
  static std::mutex lock;
  return lock;
}

/// An FFTW plan, made when it is first asked for: most transforms go one way only, and planning
/// takes as long as some runs. Made and destroyed under the lock.
class Plan {
 public:
  explicit Plan(std::function<fftw_plan()> make) : make_(std::move(make)) {}
  ~Plan() {
    if (plan_ == nullptr) return;
    const std::scoped_lock lock(planner_lock());
    fftw_destroy_plan(plan_);
  }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  fftw_plan get() {
    std::call_once(made_, [this] {
      const std::scoped_lock lock(planner_lock());
      plan_ = make_();
      ensure(plan_ != nullptr, "FFTW makes the plan");
    });
    return plan_;
  }

 private:
  std::function<fftw_plan()> make_;
  std::once_flag made_{};
  fftw_plan plan_{nullptr};
};

/// Memory aligned as FFTW wants it, for planning; allocated under the lock of the caller.
class Scratch {
 public:
  explicit Scratch(std::size_t n) : data_(fftw_alloc_complex(n)) {
    ensure(data_ != nullptr, "memory for an FFT plan");
  }
  ~Scratch() { fftw_free(data_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  fftw_complex* complex() const { return data_; }
  double* real() const { return &data_[0][0]; }

 private:
  fftw_complex* data_;
};

int checked_size(std::size_t n) {
  ensure(n >= 1 && n <= static_cast<std::size_t>(std::numeric_limits<int>::max()),
         "FFT size in [1, 2^31 - 1]");
  return static_cast<int>(n);
}

// FFTW takes non-const pointers; plans made with FFTW_PRESERVE_INPUT do not write to their input.
double* raw(const double* p) { return const_cast<double*>(p); }
fftw_complex* raw(const cd* p) { return reinterpret_cast<fftw_complex*>(const_cast<cd*>(p)); }

template <class T>
bool aligned(const T* p) {
  return fftw_alignment_of(raw(reinterpret_cast<const double*>(p))) == 0;
}

/// Runs `execute` on the spans, through aligned copies where they are not aligned: one plan, so the
/// same bits whatever the alignment.
template <class In, class Out, class Execute>
void on_aligned(std::span<const In> in, std::span<Out> out, Execute&& execute) {
  if (aligned(in.data()) && aligned(out.data())) {
    execute(raw(in.data()), raw(out.data()));
    return;
  }
  const std::vector<In> in_copy(in.begin(), in.end());
  std::vector<Out> out_copy(out.size());
  execute(raw(in_copy.data()), raw(out_copy.data()));
  std::copy(out_copy.begin(), out_copy.end(), out.begin());
}

template <class T>
void scale(std::span<T> values, double factor) {
  for (T& value : values) value *= factor;
}

}  // namespace

std::size_t good_fft_size(std::size_t at_least) {
  for (std::size_t n = at_least + at_least % 2 + (at_least == 0 ? 2 : 0);; n += 2) {
    std::size_t rest = n;
    for (const std::size_t prime : {2, 3, 5, 7}) {
      while (rest % prime == 0) rest /= prime;
    }
    if (rest == 1) return n;
  }
}

struct RealFft::Plans {
  explicit Plans(int n)
      : forward([n] {
          const Scratch x(static_cast<std::size_t>(n)), spectrum(static_cast<std::size_t>(n));
          return fftw_plan_dft_r2c_1d(n, x.real(), spectrum.complex(),
                                      FFTW_ESTIMATE | FFTW_PRESERVE_INPUT);
        }),
        inverse([n] {
          const Scratch x(static_cast<std::size_t>(n)), spectrum(static_cast<std::size_t>(n));
          return fftw_plan_dft_c2r_1d(n, spectrum.complex(), x.real(),
                                      FFTW_ESTIMATE | FFTW_PRESERVE_INPUT);
        }) {}
  Plan forward, inverse;
};

RealFft::RealFft(std::size_t n) : n_(n), plans_(std::make_unique<Plans>(checked_size(n))) {}
RealFft::~RealFft() = default;
RealFft::RealFft(RealFft&&) noexcept = default;
RealFft& RealFft::operator=(RealFft&&) noexcept = default;

void RealFft::forward(std::span<const double> x, std::span<cd> spectrum) const {
  ensure(x.size() == n_ && spectrum.size() == spectrum_size(), "spans match the FFT's size");
  on_aligned(x, spectrum, [this](double* in, fftw_complex* out) {
    fftw_execute_dft_r2c(plans_->forward.get(), in, out);
  });
}

void RealFft::inverse(std::span<const cd> spectrum, std::span<double> x) const {
  ensure(x.size() == n_ && spectrum.size() == spectrum_size(), "spans match the FFT's size");
  on_aligned(spectrum, x, [this](fftw_complex* in, double* out) {
    fftw_execute_dft_c2r(plans_->inverse.get(), in, out);
  });
  scale(x, 1.0 / static_cast<double>(n_));
}

struct ComplexFft::Plans {
  static fftw_plan make(int n, int sign) {
    const Scratch in(static_cast<std::size_t>(n)), out(static_cast<std::size_t>(n));
    return fftw_plan_dft_1d(n, in.complex(), out.complex(), sign,
                            FFTW_ESTIMATE | FFTW_PRESERVE_INPUT);
  }
  explicit Plans(int n)
      : forward([n] { return make(n, FFTW_FORWARD); }),
        inverse([n] { return make(n, FFTW_BACKWARD); }) {}
  Plan forward, inverse;
};

ComplexFft::ComplexFft(std::size_t n) : n_(n), plans_(std::make_unique<Plans>(checked_size(n))) {}
ComplexFft::~ComplexFft() = default;
ComplexFft::ComplexFft(ComplexFft&&) noexcept = default;
ComplexFft& ComplexFft::operator=(ComplexFft&&) noexcept = default;

void ComplexFft::forward(std::span<const cd> in, std::span<cd> out) const {
  ensure(in.size() == n_ && out.size() == n_, "spans match the FFT's size");
  on_aligned(in, out, [this](fftw_complex* from, fftw_complex* to) {
    fftw_execute_dft(plans_->forward.get(), from, to);
  });
}

void ComplexFft::inverse(std::span<const cd> in, std::span<cd> out) const {
  ensure(in.size() == n_ && out.size() == n_, "spans match the FFT's size");
  on_aligned(in, out, [this](fftw_complex* from, fftw_complex* to) {
    fftw_execute_dft(plans_->inverse.get(), from, to);
  });
  scale(out, 1.0 / static_cast<double>(n_));
}

}  // namespace chappe
