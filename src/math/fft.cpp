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

/// FFTW's planner is not thread-safe; only execution is. One lock for both precisions.
std::mutex& planner_lock() {
  static std::mutex lock;
  return lock;
}

constexpr unsigned kFlags = FFTW_ESTIMATE | FFTW_PRESERVE_INPUT;

/// FFTW's names in each precision.
template <class T>
struct Fftw;

template <>
struct Fftw<double> {
  using Plan = fftw_plan;
  using Complex = fftw_complex;
  static void destroy(Plan plan) { fftw_destroy_plan(plan); }
  static Complex* allocate(std::size_t n) { return fftw_alloc_complex(n); }
  static void free(Complex* p) { fftw_free(p); }
  static int alignment(double* p) { return fftw_alignment_of(p); }
  static Plan real_forward(int n, double* x, Complex* s) {
    return fftw_plan_dft_r2c_1d(n, x, s, kFlags);
  }
  static Plan real_inverse(int n, Complex* s, double* x) {
    return fftw_plan_dft_c2r_1d(n, s, x, kFlags);
  }
  static Plan complex(int n, Complex* in, Complex* out, int sign) {
    return fftw_plan_dft_1d(n, in, out, sign, kFlags);
  }
  static void run(Plan plan, double* x, Complex* s) { fftw_execute_dft_r2c(plan, x, s); }
  static void run(Plan plan, Complex* s, double* x) { fftw_execute_dft_c2r(plan, s, x); }
  static void run(Plan plan, Complex* in, Complex* out) { fftw_execute_dft(plan, in, out); }
};

template <>
struct Fftw<float> {
  using Plan = fftwf_plan;
  using Complex = fftwf_complex;
  static void destroy(Plan plan) { fftwf_destroy_plan(plan); }
  static Complex* allocate(std::size_t n) { return fftwf_alloc_complex(n); }
  static void free(Complex* p) { fftwf_free(p); }
  static int alignment(float* p) { return fftwf_alignment_of(p); }
  static Plan real_forward(int n, float* x, Complex* s) {
    return fftwf_plan_dft_r2c_1d(n, x, s, kFlags);
  }
  static Plan real_inverse(int n, Complex* s, float* x) {
    return fftwf_plan_dft_c2r_1d(n, s, x, kFlags);
  }
  static Plan complex(int n, Complex* in, Complex* out, int sign) {
    return fftwf_plan_dft_1d(n, in, out, sign, kFlags);
  }
  static void run(Plan plan, float* x, Complex* s) { fftwf_execute_dft_r2c(plan, x, s); }
  static void run(Plan plan, Complex* s, float* x) { fftwf_execute_dft_c2r(plan, s, x); }
  static void run(Plan plan, Complex* in, Complex* out) { fftwf_execute_dft(plan, in, out); }
};

/// An FFTW plan, made when it is first asked for: most transforms go one way only, and planning
/// takes as long as some runs. Made and destroyed under the lock.
template <class T>
class Plan {
 public:
  explicit Plan(std::function<typename Fftw<T>::Plan()> make) : make_(std::move(make)) {}
  ~Plan() {
    if (plan_ == nullptr) return;
    const std::scoped_lock lock(planner_lock());
    Fftw<T>::destroy(plan_);
  }
  Plan(const Plan&) = delete;
  Plan& operator=(const Plan&) = delete;
  typename Fftw<T>::Plan get() {
    std::call_once(made_, [this] {
      const std::scoped_lock lock(planner_lock());
      plan_ = make_();
      ensure(plan_ != nullptr, "FFTW makes the plan");
    });
    return plan_;
  }

 private:
  std::function<typename Fftw<T>::Plan()> make_;
  std::once_flag made_{};
  typename Fftw<T>::Plan plan_{nullptr};
};

/// Memory aligned as FFTW wants it, for planning; allocated under the lock of the caller.
template <class T>
class Scratch {
 public:
  explicit Scratch(int n) : data_(Fftw<T>::allocate(static_cast<std::size_t>(n))) {
    ensure(data_ != nullptr, "memory for an FFT plan");
  }
  ~Scratch() { Fftw<T>::free(data_); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  typename Fftw<T>::Complex* complex() const { return data_; }
  T* real() const { return &data_[0][0]; }

 private:
  typename Fftw<T>::Complex* data_;
};

int checked_size(std::size_t n) {
  ensure(n >= 1 && n <= static_cast<std::size_t>(std::numeric_limits<int>::max()),
         "FFT size in [1, 2^31 - 1]");
  return static_cast<int>(n);
}

// FFTW takes non-const pointers; plans made with FFTW_PRESERVE_INPUT do not write to their input.
template <class T>
T* raw(const T* p) {
  return const_cast<T*>(p);
}
template <class T>
typename Fftw<T>::Complex* raw(const std::complex<T>* p) {
  return reinterpret_cast<typename Fftw<T>::Complex*>(const_cast<std::complex<T>*>(p));
}

template <class T>
bool aligned(const T* p) {
  return Fftw<T>::alignment(raw(p)) == 0;
}
template <class T>
bool aligned(const std::complex<T>* p) {
  return aligned(reinterpret_cast<const T*>(p));
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

template <class V, class T>
void scale(std::span<V> values, T factor) {
  for (V& value : values) value *= factor;
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

template <class T>
struct BasicRealFft<T>::Plans {
  explicit Plans(int n)
      : forward([n] {
          const Scratch<T> x(n), spectrum(n);
          return Fftw<T>::real_forward(n, x.real(), spectrum.complex());
        }),
        inverse([n] {
          const Scratch<T> x(n), spectrum(n);
          return Fftw<T>::real_inverse(n, spectrum.complex(), x.real());
        }) {}
  Plan<T> forward, inverse;
};

template <class T>
BasicRealFft<T>::BasicRealFft(std::size_t n)
    : n_(n), plans_(std::make_unique<Plans>(checked_size(n))) {}
template <class T>
BasicRealFft<T>::~BasicRealFft() = default;
template <class T>
BasicRealFft<T>::BasicRealFft(BasicRealFft&&) noexcept = default;
template <class T>
BasicRealFft<T>& BasicRealFft<T>::operator=(BasicRealFft&&) noexcept = default;

template <class T>
void BasicRealFft<T>::forward(std::span<const T> x, std::span<std::complex<T>> spectrum) const {
  ensure(x.size() == n_ && spectrum.size() == spectrum_size(), "spans match the FFT's size");
  on_aligned(x, spectrum,
             [this](auto* in, auto* out) { Fftw<T>::run(plans_->forward.get(), in, out); });
}

template <class T>
void BasicRealFft<T>::inverse(std::span<const std::complex<T>> spectrum, std::span<T> x) const {
  ensure(x.size() == n_ && spectrum.size() == spectrum_size(), "spans match the FFT's size");
  on_aligned(spectrum, x,
             [this](auto* in, auto* out) { Fftw<T>::run(plans_->inverse.get(), in, out); });
  scale(x, T{1} / static_cast<T>(n_));
}

template <class T>
struct BasicComplexFft<T>::Plans {
  static typename Fftw<T>::Plan make(int n, int sign) {
    const Scratch<T> in(n), out(n);
    return Fftw<T>::complex(n, in.complex(), out.complex(), sign);
  }
  explicit Plans(int n)
      : forward([n] { return make(n, FFTW_FORWARD); }),
        inverse([n] { return make(n, FFTW_BACKWARD); }) {}
  Plan<T> forward, inverse;
};

template <class T>
BasicComplexFft<T>::BasicComplexFft(std::size_t n)
    : n_(n), plans_(std::make_unique<Plans>(checked_size(n))) {}
template <class T>
BasicComplexFft<T>::~BasicComplexFft() = default;
template <class T>
BasicComplexFft<T>::BasicComplexFft(BasicComplexFft&&) noexcept = default;
template <class T>
BasicComplexFft<T>& BasicComplexFft<T>::operator=(BasicComplexFft&&) noexcept = default;

template <class T>
void BasicComplexFft<T>::forward(std::span<const std::complex<T>> in,
                                 std::span<std::complex<T>> out) const {
  ensure(in.size() == n_ && out.size() == n_, "spans match the FFT's size");
  on_aligned(in, out,
             [this](auto* from, auto* to) { Fftw<T>::run(plans_->forward.get(), from, to); });
}

template <class T>
void BasicComplexFft<T>::inverse(std::span<const std::complex<T>> in,
                                 std::span<std::complex<T>> out) const {
  ensure(in.size() == n_ && out.size() == n_, "spans match the FFT's size");
  on_aligned(in, out,
             [this](auto* from, auto* to) { Fftw<T>::run(plans_->inverse.get(), from, to); });
  scale(out, T{1} / static_cast<T>(n_));
}

template class BasicRealFft<double>;
template class BasicRealFft<float>;
template class BasicComplexFft<double>;
template class BasicComplexFft<float>;

}  // namespace chappe
