#include "base/atomic_file.hpp"

#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iterator>

#include "base/errors.hpp"
#include "base/input_file.hpp"

namespace chappe {
namespace {

namespace fs = std::filesystem;

/// A scratch folder of this test alone; a file system mounted on `mounted` goes with it.
class Scratch {
 public:
  Scratch() {
    std::string name = (fs::temp_directory_path() / "chappe-atomic-XXXXXX").string();
    REQUIRE(::mkdtemp(name.data()) != nullptr);
    path_ = name;
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    if (!mounted_.empty()) ::umount(mounted_.c_str());
    std::error_code ignored;
    fs::permissions(path_, fs::perms::owner_all, ignored);
    fs::remove_all(path_, ignored);
  }
  fs::path operator/(const std::string& name) const { return path_ / name; }
  std::size_t entries() const {
    return static_cast<std::size_t>(std::distance(fs::directory_iterator(path_), {}));
  }
  bool mount_small(const fs::path& at, unsigned long flags = 0) {
    fs::create_directory(at);
    if (::mount("none", at.c_str(), "tmpfs", flags, "size=64k") != 0) return false;
    mounted_ = at;
    return true;
  }

 private:
  fs::path path_{};
  fs::path mounted_{};
};

std::string content(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::string refusal(const fs::path& path) {
  try {
    check_output_target(path.string());
  } catch (const OutputError& error) {
    return error.what();
  }
  return "";
}

std::size_t files_in(const fs::path& folder) {
  return static_cast<std::size_t>(std::distance(fs::directory_iterator(folder), {}));
}

TEST_CASE("a file is made and replaced, its mode kept, nothing else left", "[unit][atomic_file]") {
  const Scratch scratch;
  const fs::path file = scratch / "a.txt";
  write_file_atomically(file, "first");
  CHECK(content(file) == "first");
  fs::permissions(file, static_cast<fs::perms>(0640));
  write_file_atomically(file, std::string(200000, 'z'));
  CHECK(content(file) == std::string(200000, 'z'));
  CHECK(fs::status(file).permissions() == static_cast<fs::perms>(0640));
  write_output(file.string(), "");
  CHECK(content(file).empty());
  CHECK(scratch.entries() == 1);
}

TEST_CASE("a symbolic link is followed and stays a link", "[unit][atomic_file]") {
  const Scratch scratch;
  fs::create_directory(scratch / "real");
  fs::create_symlink("real/file", scratch / "link");
  check_output_target((scratch / "link").string());
  write_file_atomically(scratch / "link", "through");  // dangling at first
  write_file_atomically(scratch / "link", "again");
  CHECK(fs::is_symlink(scratch / "link"));
  CHECK(content(scratch / "real/file") == "again");
  fs::create_symlink("missing/file", scratch / "bad");
  CHECK(refusal(scratch / "bad").find("there is no folder") != std::string::npos);
  fs::create_symlink("round", scratch / "round");
  CHECK(refusal(scratch / "round").find("too many symbolic links") != std::string::npos);
}

TEST_CASE("an input is not a target under any of its names", "[unit][atomic_file]") {
  const Scratch scratch;
  const fs::path input = scratch / "in";
  write_file_atomically(input, "input");
  fs::create_symlink("in", scratch / "link");
  fs::create_hard_link(input, scratch / "hard");
  fs::create_directory(scratch / "sub");
  for (const char* name : {"in", "link", "hard", "sub/../in"}) {
    CHECK_THROWS_AS(refuse_overwriting((scratch / name).string(), input), OutputError);
  }
  write_file_atomically(scratch / "other", "input");
  CHECK_NOTHROW(refuse_overwriting((scratch / "other").string(), input));
  CHECK_NOTHROW(refuse_overwriting((scratch / "new").string(), input));
  CHECK_NOTHROW(refuse_overwriting("-", input));
  CHECK_NOTHROW(refuse_overwriting((scratch / "other").string(), ""));
}

TEST_CASE("what is no regular file is told without opening it", "[unit][input_file]") {
  const Scratch scratch;
  write_file_atomically(scratch / "a", "");
  CHECK(input_trouble((scratch / "a").string()).empty());
  CHECK(input_trouble((scratch / "none").string()) == "no such file");
  CHECK(input_trouble("") == "no such file");
  CHECK(input_trouble((scratch / "a" / "b").string()) == "Not a directory");
  CHECK(input_trouble((scratch / "").string()) == "a folder, not a regular file");
  REQUIRE(::mkfifo((scratch / "fifo").c_str(), 0600) == 0);
  CHECK(input_trouble((scratch / "fifo").string()) == "a FIFO, not a regular file");
  CHECK(input_trouble("/dev/null") == "a character device, not a regular file");
}

TEST_CASE("T64 a device is refused and is still a device afterwards", "[unit][atomic_file]") {
  const Scratch scratch;
  const fs::path device = scratch / "x";
  if (::mknod(device.c_str(), S_IFCHR | 0666, makedev(1, 7)) != 0) {
    WARN("skipped: this user may not make a device node");
    return;
  }
  CHECK(refusal(device).find("it is a character device, not a regular file") != std::string::npos);
  CHECK_THROWS_AS(write_file_atomically(device, "text"), OutputError);
  fs::create_symlink("x", scratch / "link");
  CHECK_THROWS_AS(write_file_atomically(scratch / "link", "text"), OutputError);
  CHECK(fs::is_character_file(device));
  CHECK(scratch.entries() == 2);
}

TEST_CASE("T64 folders, FIFOs and sockets are refused", "[unit][atomic_file]") {
  const Scratch scratch;
  fs::create_directory(scratch / "folder");
  CHECK(refusal(scratch / "folder").find("it is a folder") != std::string::npos);
  CHECK(refusal(scratch / "folder/").find("it is a folder") != std::string::npos);
  REQUIRE(::mkfifo((scratch / "fifo").c_str(), 0600) == 0);
  CHECK(refusal(scratch / "fifo").find("it is a FIFO") != std::string::npos);
  const int fd = ::socket(AF_UNIX, SOCK_STREAM, 0);
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  std::strncpy(address.sun_path, (scratch / "s").c_str(), sizeof(address.sun_path) - 1);
  REQUIRE(::bind(fd, reinterpret_cast<sockaddr*>(&address), sizeof(address)) == 0);
  ::close(fd);
  CHECK(refusal(scratch / "s").find("it is a socket") != std::string::npos);
  CHECK_THROWS_AS(write_file_atomically(scratch / "fifo", "text"), OutputError);
  CHECK(scratch.entries() == 3);
}

TEST_CASE("T64 a missing folder is one clear message", "[unit][atomic_file]") {
  const Scratch scratch;
  const fs::path file = scratch / "no/a.h5";
  CHECK(refusal(file) == "cannot write '" + file.string() + "': there is no folder '" +
                             (scratch / "no").string() + "'");
  write_file_atomically(scratch / "plain", "x");
  CHECK_FALSE(refusal(scratch / "plain/a.h5").empty());
  CHECK_FALSE(refusal(scratch / "new/").empty());
  CHECK_FALSE(refusal("").empty());
  CHECK(refusal("-").empty());
  CHECK(refusal(scratch / "new").empty());
  CHECK(scratch.entries() == 1);
}

TEST_CASE("T64 a read-only folder is refused where it really is one", "[unit][atomic_file]") {
  Scratch scratch;
  if (::geteuid() != 0) {
    fs::create_directory(scratch / "ro");
    fs::permissions(scratch / "ro", static_cast<fs::perms>(0555));
    CHECK(refusal(scratch / "ro/a").find("may not be written") != std::string::npos);
  } else if (scratch.mount_small(scratch / "ro", MS_RDONLY)) {
    CHECK(refusal(scratch / "ro/a").find("may not be written") != std::string::npos);
    CHECK_THROWS_AS(write_file_atomically(scratch / "ro/a", "x"), OutputError);
  } else {
    WARN("skipped: root, and no file system may be mounted");
  }
}

TEST_CASE("T63 a killed writer leaves a whole file", "[unit][atomic_file]") {
  const Scratch scratch;
  const fs::path file = scratch / "a";
  const std::string old(1 << 20, 'o');
  const std::string fresh(1 << 20, 'f');
  write_file_atomically(file, old);
  for (int delay_us : {0, 300, 1000, 3000, 10000, 30000}) {
    const pid_t pid = ::fork();
    if (pid == 0) {
      while (true) {
        write_file_atomically(file, fresh);
        write_file_atomically(file, old);
      }
    }
    ::usleep(static_cast<useconds_t>(delay_us));
    REQUIRE(::kill(pid, SIGKILL) == 0);
    REQUIRE(::waitpid(pid, nullptr, 0) == pid);
    const std::string left = content(file);
    CHECK((left == old || left == fresh));
  }
}

TEST_CASE("T63 a full disk leaves the old file and no temporary", "[unit][atomic_file]") {
  Scratch scratch;
  const fs::path disk = scratch / "disk";
  if (!scratch.mount_small(disk)) {
    WARN("skipped: no small file system may be mounted");
    return;
  }
  write_file_atomically(disk / "old", "kept");
  const std::string big(1 << 20, 'b');
  CHECK_THROWS_WITH(write_file_atomically(disk / "old", big),
                    Catch::Matchers::Contains("No space left on device"));
  CHECK_THROWS_AS(write_file_atomically(disk / "new", big), OutputError);
  CHECK(content(disk / "old") == "kept");
  CHECK(files_in(disk) == 1);
}

}  // namespace
}  // namespace chappe
