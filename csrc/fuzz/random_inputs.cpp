// Runs a fuzz target without libFuzzer: files that are named, or random bytes of a seed. For every compiler, and for what a
// fuzzer has found.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void run(const std::vector<std::uint8_t>& bytes) { LLVMFuzzerTestOneInput(bytes.data(), bytes.size()); }

int run_files(int count, char** names) {
  for (int i = 0; i < count; ++i) {
    std::ifstream file(names[i], std::ios::binary);
    if (!file) {
      std::fprintf(stderr, "%s cannot be read\n", names[i]);
      return 1;
    }
    std::vector<std::uint8_t> bytes;
    for (std::istreambuf_iterator<char> at(file), end; at != end; ++at) bytes.push_back(static_cast<std::uint8_t>(*at));
    run(bytes);
  }
  std::printf("%d files, 0 failures\n", count);
  return 0;
}

std::vector<std::uint8_t> random_bytes(std::mt19937& random) {
  std::vector<std::uint8_t> bytes(random() % 160);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random() & 0xff);
  return bytes;
}

/// Inputs for a fuzzer to begin with, as files.
int write_files(const std::string& folder, long inputs) {
  std::mt19937 random(1);
  for (long i = 0; i < inputs; ++i) {
    std::ofstream file(folder + "/" + std::to_string(i), std::ios::binary);
    for (const std::uint8_t byte : random_bytes(random)) file.put(static_cast<char>(byte));
    if (!file.flush()) {
      std::fprintf(stderr, "%s cannot be written to\n", folder.c_str());
      return 1;
    }
  }
  return 0;
}

}  // namespace

/// `random_solver [number [seed]]`, `random_solver --files name...`, or `random_solver --write folder number`.
int main(int argc, char** argv) {
  const std::string first = argc > 1 ? argv[1] : "";
  if (first == "--files") return run_files(argc - 2, argv + 2);
  if (first == "--write") return argc == 4 ? write_files(argv[2], std::atol(argv[3])) : 1;
  const long inputs = argc > 1 ? std::atol(argv[1]) : 1000;
  std::mt19937 random(argc > 2 ? static_cast<unsigned>(std::atol(argv[2])) : 1u);
  for (long i = 0; i < inputs; ++i) run(random_bytes(random));
  std::printf("%ld inputs, 0 failures\n", inputs);
  return inputs <= 0;
}
