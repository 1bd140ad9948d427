#include <Eigen/Dense>
#include <array>
#include <memory>
#include <random>
#include <vector>

#include "kernels.hpp"
#include "signal/network_ops.hpp"

namespace chappe::bench {
namespace {

constexpr std::size_t kPoints = 2000;

Network random_network(int ports, unsigned seed) {
  std::mt19937 engine(seed);
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  Network out(FrequencyGrid::uniform(10e6, kPoints), ports, 50.0);
  for (auto& values : out.s) {
    for (cd& x : values) x = cd{unit(engine), unit(engine)} * (0.6 / ports);
  }
  return out;
}

struct Pair {
  Network left, right;
  explicit Pair(int ports) : left(random_network(ports, 1)), right(random_network(ports, 2)) {}
};

/// In the memory of one network, which is kept from growing by starting anew each time.
Contender ours(int ports, bool apart) {
  auto d = std::make_shared<Pair>(ports);
  auto work = std::make_shared<Network>(d->left);
  return {apart ? "decascade_left" : "cascade", kPoints, [d, work, apart] {
            for (std::size_t p = 0; p < work->s.size(); ++p) work->s[p] = d->left.s[p];
            *work = apart ? decascade_left(std::move(*work), d->right)
                          : cascade(std::move(*work), d->right);
            keep(work->s.front().back().real());
          }};
}

/// One fixed-size matrix a frequency, the equations as they are written.
template <int N>
Contender eigen(bool apart) {
  using Half = Eigen::Matrix<cd, N, N>;
  using Full = Eigen::Matrix<cd, 2 * N, 2 * N>;
  struct Data {
    std::vector<Full, Eigen::aligned_allocator<Full>> a, b, c;
  };
  auto d = std::make_shared<Data>();
  const Pair pair(2 * N);
  for (std::size_t k = 0; k < kPoints; ++k) {
    Full a, b;
    for (int row = 0; row < 2 * N; ++row) {
      for (int col = 0; col < 2 * N; ++col) {
        a(row, col) = pair.left.at(row, col)[k];
        b(row, col) = pair.right.at(row, col)[k];
      }
    }
    d->a.push_back(a);
    d->b.push_back(b);
  }
  d->c.resize(kPoints);
  const auto join = [](const Full& a, const Full& b, Full& c) {
    const Half a12 = a.template topRightCorner<N, N>(), a22 = a.template bottomRightCorner<N, N>();
    const Half b11 = b.template topLeftCorner<N, N>(), b12 = b.template topRightCorner<N, N>();
    const Half b21 = b.template bottomLeftCorner<N, N>();
    const Half u = (Half::Identity() - a22 * b11).inverse();
    const Half x1 = u * a.template bottomLeftCorner<N, N>();
    const Half x2 = u * (a22 * b12);
    c.template topLeftCorner<N, N>() = a.template topLeftCorner<N, N>() + a12 * (b11 * x1);
    c.template topRightCorner<N, N>() = a12 * (b12 + b11 * x2);
    c.template bottomLeftCorner<N, N>() = b21 * x1;
    c.template bottomRightCorner<N, N>() = b.template bottomRightCorner<N, N>() + b21 * x2;
  };
  const auto take = [](const Full& t, const Full& a, Full& b) {
    const Half p = a.template topRightCorner<N, N>().inverse();
    const Half q = a.template bottomLeftCorner<N, N>().inverse();
    const Half a11 = a.template topLeftCorner<N, N>(), a22 = a.template bottomRightCorner<N, N>();
    const Half left = p * (t.template topLeftCorner<N, N>() - a11) * q;
    const Half m = (Half::Identity() + left * a22).inverse();
    const Half v = t.template bottomLeftCorner<N, N>() * q, w = v * a22;
    const Half b11 = m * left, b12 = m * (p * t.template topRightCorner<N, N>());
    b.template topLeftCorner<N, N>() = b11;
    b.template topRightCorner<N, N>() = b12;
    b.template bottomLeftCorner<N, N>() = v - w * b11;
    b.template bottomRightCorner<N, N>() = t.template bottomRightCorner<N, N>() - w * b12;
  };
  return {"Eigen, fixed size", kPoints, [d, join, take, apart] {
            for (std::size_t k = 0; k < kPoints; ++k) {
              apart ? take(d->a[k], d->b[k], d->c[k]) : join(d->a[k], d->b[k], d->c[k]);
            }
            keep(d->c.back()(0, 0).real());
          }};
}

}  // namespace

std::vector<Comparison> network_comparisons() {
  return {{"cascade, 2-ports", eigen<1>(false), ours(2, false), 3.0, {}},
          {"cascade, 4-ports", eigen<2>(false), ours(4, false), 3.0, {}},
          {"de-cascade, 2-ports", eigen<1>(true), ours(2, true), 3.0, {}},
          {"de-cascade, 4-ports", eigen<2>(true), ours(4, true), 3.0, {}}};
}

}  // namespace chappe::bench
