#include "base/parallel.hpp"

#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <string>

#include "base/errors.hpp"

namespace chappe {
namespace {

/// What the threads share: the next index to begin and the failure of the lowest index.
class Loop {
 public:
  Loop(std::size_t n, const std::function<void(std::size_t)>& body, const std::atomic<bool>* stop)
      : n_(n), body_(body), stop_(stop), lowest_failed_(n) {}

  /// Takes indices until none is left. An index above a failed one need not be run.
  void work() {
    for (;;) {
      if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) return;
      const std::size_t i = next_.fetch_add(1, std::memory_order_relaxed);
      if (i >= n_ || i > lowest_failed_.load(std::memory_order_relaxed)) return;
      try {
        body_(i);
      } catch (...) {
        note_failure(i);
      }
      done_.fetch_add(1, std::memory_order_relaxed);
    }
  }

  bool finish() const {
    if (failure_) std::rethrow_exception(failure_);
    return done_.load() == n_;
  }

 private:
  void note_failure(std::size_t i) {
    const std::scoped_lock lock(mutex_);
    if (i >= lowest_failed_.load()) return;
    lowest_failed_.store(i);
    failure_ = std::current_exception();
  }

  std::size_t n_;
  const std::function<void(std::size_t)>& body_;
  const std::atomic<bool>* stop_;
  std::atomic<std::size_t> next_{0};
  std::atomic<std::size_t> done_{0};
  std::atomic<std::size_t> lowest_failed_;
  std::mutex mutex_{};
  std::exception_ptr failure_{};
};

}  // namespace

bool parallel_for(std::size_t n, int threads, const std::function<void(std::size_t)>& body,
                  const std::atomic<bool>* stop) {
  ensure(threads >= 1, "threads = " + std::to_string(threads) + " >= 1");
  Loop loop(n, body, stop);
  const int useful = std::min(threads, tbb::info::default_concurrency());
  const int workers = static_cast<int>(std::min(n, static_cast<std::size_t>(useful)));
  if (workers <= 1) {
    loop.work();
  } else {
    tbb::task_arena arena(workers);
    arena.execute([&] {
      tbb::parallel_for(
          0, workers, [&](int) { loop.work(); }, tbb::simple_partitioner());
    });
  }
  return loop.finish();
}

}  // namespace chappe
