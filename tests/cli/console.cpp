#include <catch2/catch.hpp>
#include <csignal>
#include <sstream>
#include <thread>

#include "cli/progress.hpp"
#include "cli/stop.hpp"

using chappe::cli::Progress;
using chappe::cli::progress_form;
using chappe::cli::StopWatch;

TEST_CASE("SIGINT and SIGTERM set the flag and are given back afterwards", "[unit][cli]") {
  const int signal_number = GENERATE(SIGINT, SIGTERM);
  {
    const StopWatch watch(std::nullopt);
    CHECK_FALSE(watch.stopped());
    std::raise(signal_number);
    CHECK(watch.stopped());
    CHECK(watch.flag()->load());
    CHECK(watch.reason() == "by a signal");
  }
  struct sigaction now {};
  sigaction(signal_number, nullptr, &now);
  CHECK(now.sa_handler == SIG_DFL);
  CHECK_FALSE(StopWatch(std::nullopt).stopped());
}

TEST_CASE("a signal that is ignored stays ignored", "[unit][cli]") {
  std::signal(SIGINT, SIG_IGN);
  {
    const StopWatch watch(std::nullopt);
    std::raise(SIGINT);
    CHECK_FALSE(watch.stopped());
  }
  struct sigaction now {};
  sigaction(SIGINT, nullptr, &now);
  CHECK(now.sa_handler == SIG_IGN);
  std::signal(SIGINT, SIG_DFL);
}

TEST_CASE("the time limit sets the flag", "[unit][cli]") {
  const double limit_s = GENERATE(1e-9, 0.02);
  const StopWatch watch(limit_s);
  // At most 5 s on a machine that is busy; milliseconds otherwise.
  for (int i = 0; i < 500 && !watch.stopped(); ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  CHECK(watch.stopped());
  CHECK(watch.reason().starts_with("by the time limit of "));
}

TEST_CASE("T67 progress as JSON: one object a line, the last case always", "[unit][cli]") {
  std::ostringstream err;
  {
    Progress progress(Progress::Form::json, err);
    for (std::size_t i = 1; i <= 50; ++i) progress.report(i, 50, "a \"quoted\" link");
  }
  const std::string text = err.str();
  CHECK(text.starts_with(R"({"done":1,"of":50,"what":"a \"quoted\" link","elapsed_s":)"));
  CHECK(text.find(R"({"done":50,"of":50)") != std::string::npos);
  CHECK(text.ends_with("}\n"));
}

TEST_CASE("the progress line waits for a second and is wiped", "[unit][cli]") {
  std::ostringstream err;
  {
    Progress progress(Progress::Form::line, err);
    progress.report(1, 3, "dac");
    CHECK(err.str().empty());
    std::this_thread::sleep_for(std::chrono::milliseconds(1050));
    progress.report(2, 3, "dac");
    CHECK(err.str().starts_with("\r2 of 3 cases, "));
  }
  CHECK(err.str().ends_with(" \r"));
}

TEST_CASE("progress is a line on a terminal only", "[unit][cli]") {
  CHECK(progress_form("auto", false, true) == Progress::Form::line);
  CHECK(progress_form("auto", false, false) == Progress::Form::log);
  CHECK(progress_form("auto", true, false) == Progress::Form::none);
  CHECK(progress_form("auto", true, true) == Progress::Form::none);
  CHECK(progress_form("json", true, false) == Progress::Form::json);
  CHECK(progress_form("none", false, true) == Progress::Form::none);
}
