#include <unistd.h>

#include <array>
#include <fstream>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "app/cli/sweep_journal.h"
#include "core/audit/canary_run.h"
#include "core/io/batch_file.h"
#include "core/io/foreign_strategy.h"
#include "core/io/key_file.h"
#include "core/io/noise_plan.h"
#include "core/io/npy_rows.h"
#include "core/io/npz.h"
#include "core/io/strategy_file.h"
#include "core/owners/owner_table_file.h"
#include "core/record/run_record.h"
#include "core/search/designer.h"
#include "tests/fuzz/fuzz_reader.h"

namespace noiseloom::fuzz {
namespace {

class Scratch {
 public:
  Scratch()
      : m_path(std::filesystem::temp_directory_path() /
               ("noiseloom-fuzz-" + std::to_string(::getpid()) + "-" + std::to_string(s_number++))) {
    std::filesystem::remove_all(m_path);
    std::filesystem::create_directory(m_path);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() {
    std::error_code gone;
    std::filesystem::remove_all(m_path, gone);
  }
  std::filesystem::path file(const char* name) const { return m_path / name; }

 private:
  static inline int s_number = 0;
  std::filesystem::path m_path;
};

Scenario small(const Mechanism* mechanism) {
  return Scenario({.iterations = 6, .epochs = 2, .epsilon = 4, .mechanism = mechanism});
}

// One of every kind of array that a strategy file can hold.
std::vector<std::string> strategies() {
  const Scratch scratch;
  std::vector<std::string> files;
  for (const Mechanism* mechanism : allMechanisms()) {
    Scenario scenario = small(mechanism);
    if (!scenario.problems().empty()) scenario.batching = *batchingFromName("fixed-epoch");
    if (!scenario.problems().empty()) continue;
    writeStrategyFile(scratch.file("a.npz"), *design(scenario));
    files.push_back(bytesOf(scratch.file("a.npz")));
    std::filesystem::remove(scratch.file("a.npz"));
  }
  return files;
}

void readStrategy(std::string_view, const std::filesystem::path& file) {
  const auto found = designOf(readStrategyFile(file));
  if (!found) throw std::logic_error("a strategy file without a design");
}

void readForeign(std::string_view, const std::filesystem::path& file) {
  const ForeignStrategy foreign = readForeignStrategy(file);
  for (const StrategyContent content : foreign.possible()) {
    if (leastIterationsOf(foreign, content) > 64) continue;
    try {
      importStrategy(foreign, content, iterationsOf(foreign, content) ? std::optional<Index>() : 64);
    } catch (const Error&) {
      // Each way of reading it may be wrong.
    }
  }
}

std::vector<std::string> foreign() {
  const Scratch scratch;
  std::vector<std::string> files;
  const double lower[] = {1, 0, 0, 0.5, 1, 0, 0.25, 0.5, 1};
  const double decays[] = {0.9, 0.5};
  {
    NpzWriter writer(scratch.file("a.npz"));
    const Index shape[] = {3, 3};
    writer.addArray("C", shape, lower);
    writer.finish();
  }
  files.push_back(bytesOf(scratch.file("a.npz")));
  {
    NpzWriter writer(scratch.file("b.npz"));
    const Index shape[] = {2};
    writer.addArray("buf_decay", shape, decays);
    writer.addArray("output_scale", shape, decays);
    writer.finish();
  }
  files.push_back(bytesOf(scratch.file("b.npz")));
  std::string array = npyPreamble({.descr = "<f8", .shape = {3}});
  array.append(reinterpret_cast<const char*>(lower + 3), 3 * sizeof(double));
  files.push_back(array);
  return files;
}

void readZip(std::string_view, const std::filesystem::path& file) {
  for (const ZipDialect dialect : {ZipDialect::Own, ZipDialect::NumPy}) {
    try {
      const ZipReader archive(file, dialect);
      for (const ZipMember& member : archive.members()) {
        if (member.size <= 1 << 20) readPlainFile(archive, member);
      }
    } catch (const Error&) {
      // The other dialect may read it.
    }
  }
}

void readArray(std::string_view, const std::filesystem::path& file) {
  readNpyFile(InputFile(file));
}

std::vector<std::string> arrays() {
  std::vector<std::string> files = foreign();
  files.erase(files.begin(), files.end() - 1);
  std::string columns = npyPreamble({.descr = "<f8", .shape = {2, 2}});
  columns.append(32, '\0');
  files.push_back(columns);
  return files;
}

void readPlan(std::string_view, const std::filesystem::path& file) {
  readNoisePlan(file);
}

std::vector<std::string> plans() {
  const Scratch scratch;
  Scenario scenario = small(&standardMechanism());
  std::vector<std::string> files;
  for (const Index machines : {1, 3}) {
    scenario.deployment = {10, machines, NumberType::Float32};
    writeNoisePlan(scratch.file("a.json"), makeNoisePlan(*design(scenario), "a.npz", std::string(64, 'a')));
    files.push_back(bytesOf(scratch.file("a.json")));
    std::filesystem::remove(scratch.file("a.json"));
  }
  return files;
}

void readRecord(std::string_view, const std::filesystem::path& file) {
  readRecordFile(file);
}

std::vector<std::string> records() {
  const Scratch scratch;
  const std::array<std::uint8_t, SecretKey::kBytes> bytes{7};
  const SecretKey key = SecretKey::fromBytes(bytes);
  const RecordHeader header{.strategySha256 = std::string(64, 'a'), .iterations = 3, .datasetSize = 9, .shardEnd = 4};
  {
    RunRecord record(scratch.file("a.record"), header, key);
    record.add(0, std::vector<Index>{1, 2}, std::vector<float>{1, 2, 3, 4});
    record.add(1, std::vector<Index>{}, std::vector<float>{1, 2, 3, 4});
  }
  RunRecord(scratch.file("a.record"), header, key, 2).add(2, std::vector<Index>{}, std::vector<float>{1, 2, 3, 4});
  return {bytesOf(scratch.file("a.record"))};
}

void readCanaries(std::string_view, const std::filesystem::path& file) {
  readCanaryRun(file);
}

std::vector<std::string> canaries() {
  std::string archive;
  NpzWriter writer(archive);
  writer.addText(
      "metadata",
      R"({"format":"noiseloom-canaries","version":1,"strategy_sha256":"a","dataset_size":90,"clip_norm":1})");
  std::vector<double> examples(20);
  std::iota(examples.begin(), examples.end(), 60);
  std::vector<double> coins(20);
  coins[3] = 1;
  writer.addArray("examples", std::array<Index, 1>{20}, examples);
  writer.addArray("coins", std::array<Index, 1>{20}, coins);
  writer.addArray("participations", std::array<Index, 2>{2, 2}, std::array<double, 4>{0, 3, 1, 5});
  writer.addArray("sums", std::array<Index, 2>{2, 20}, std::vector<double>(40, 0.5));
  writer.finish();
  return {archive};
}

void readBatchesOfSteps(std::string_view, const std::filesystem::path& file) {
  static const Scratch scratch;
  const FormedBatches batches = readBatches(file);
  writeBatches(scratch.file("a.npz"), batches);
  if (readBatches(scratch.file("a.npz")).indices != batches.indices)
    throw std::logic_error("batches are not read back as they were written");
}

std::vector<std::string> batchesOfSteps() {
  const Scratch scratch;
  writeBatches(scratch.file("a.npz"), {2, 5, {0, 2, 2, 3}, {4, 7, 1}});
  return {bytesOf(scratch.file("a.npz"))};
}

void readOwners(std::string_view, const std::filesystem::path& file) {
  const OwnerTable table = readOwnerTable(file, 9);
  for (Index example = 0; example < table.examples(); ++example) {
    if (table.of(example).empty()) throw std::logic_error("an example without even itself as its owner");
  }
}

std::vector<std::string> owners() {
  std::string nine;
  for (int i = 0; i < 8; ++i) nine += "ann,bob\n";
  return {nine + "\n", "example,owner\n0,ann\n8,bob\n0,bob\n"};
}

void readKey(std::string_view, const std::filesystem::path& file) {
  readKeyFile(file);
}

std::vector<std::string> keys() {
  return {std::string(32, 'k'), std::string(64, 'a'), std::string(64, 'B') + "\n"};
}

constexpr NpyRowsShape kRows{3, 2, NumberType::Float64};

// A reader that changes its file needs one with a name.
void readRows(std::string_view bytes, const std::filesystem::path&) {
  static const Scratch scratch;
  const auto part = NpyRows::partOf(scratch.file("a.npy"));
  std::ofstream(part, std::ios::binary | std::ios::trunc)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  const NpyRows rows(scratch.file("a.npy"), kRows, NpyRows::Begin::Resume);
  std::vector<std::byte> row(static_cast<std::size_t>(kRows.rowBytes()));
  for (Index i = 0; i < rows.rows(); ++i) rows.read(i, row);
  if (rows.rows() > kRows.rows) throw std::logic_error("more rows than were asked for");
}

std::vector<std::string> rows() {
  const std::string preamble = npyPreamble({.descr = "<f8", .shape = {kRows.rows, kRows.columns}});
  const auto with = [&](Index bytes) { return preamble + std::string(static_cast<std::size_t>(bytes), 'x'); };
  return {preamble.substr(0, 9), preamble, with(kRows.rowBytes() + 3), with(3 * kRows.rowBytes())};
}

void readPart(std::string_view, const std::filesystem::path& file) {
  static const Scratch scratch;
  const cli::SweepRows part = cli::readSweepPart(file);
  const auto again = scratch.file("part.csv");
  std::ofstream(again, std::ios::binary | std::ios::trunc) << part.part();
  if (cli::readSweepPart(again).rows != part.rows) throw std::logic_error("a part is not read back as it was written");
}

std::vector<std::string> parts() {
  const std::string columns = "at,of,scenario (sha256),bands,rmse,why\n";
  return {columns, columns + "0,2," + std::string(64, 'a') + ",4,1.5,\n1,2," + std::string(64, 'b') +
                       ",8,,\"no, \"\"not\"\" that\"\n"};
}

constexpr Reader kReaders[] = {
    {"strategy", readStrategy, strategies, true},
    {"foreign", readForeign, foreign, true},
    {"zip", readZip, foreign, true},
    {"npy", readArray, arrays},
    {"plan", readPlan, plans},
    {"record", readRecord, records},
    {"canaries", readCanaries, canaries, true},
    {"batches", readBatchesOfSteps, batchesOfSteps, true},
    {"owners", readOwners, owners},
    {"key", readKey, keys},
    {"noise-rows", readRows, rows},
    {"sweep-part", readPart, parts},
};

}  // namespace

std::span<const Reader> fileReaders() {
  return kReaders;
}

}  // namespace noiseloom::fuzz
