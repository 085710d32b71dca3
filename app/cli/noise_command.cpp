#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <optional>
#include <stop_token>
#include <string>

#include "app/cli/command.h"
#include "app/cli/options.h"
#include "app/cli/output_path.h"
#include "app/cli/progress_line.h"
#include "app/cli/shard.h"
#include "app/cli/step_range.h"
#include "app/cli/text_table.h"
#include "core/answer/answer.h"
#include "core/answer/arguments.h"
#include "core/answer/claim_note.h"
#include "core/answer/readable.h"
#include "core/base/check.h"
#include "core/base/errors.h"
#include "core/io/key_file.h"
#include "core/io/npy_rows.h"
#include "core/io/or_null.h"
#include "core/io/strategy_file.h"
#include "core/noise/noise_stream.h"
#include "core/noise/shard.h"

namespace noiseloom::cli {
namespace {

constexpr const char* kInsecure =
    "made by Philox from a seed, for reproducible teaching only: there is no privacy in this noise";

/// The checked request.
struct Job {
  Index from = 0;  ///< steps [from, to)
  Index to = 0;
  Shard shard;
  std::string out;  ///< the shard's file
  CoordinateRange coordinates;
  NumberType numberType = NumberType::Float32;
  double stddev = 0;  ///< of what is added to the sum, or to the mean
  std::optional<double> batch;

  Index steps() const { return to - from; }
};

/// Standard output as it is read, without waiting where a wish to stop is not heard.
class RawOutput {
 public:
  RawOutput() {
    struct stat status {};
    const bool file = ::fstat(STDOUT_FILENO, &status) == 0 && S_ISREG(status.st_mode);
    // A pipe that has room takes 4096 bytes for sure; a file never blocks for long.
    m_atOnce = file ? std::size_t{1} << 22 : 4096;
  }
  // False when stopped.
  bool write(std::span<const std::byte> bytes, const std::stop_token& stop) const {
    while (!bytes.empty()) {
      if (stop.stop_requested()) return false;
      pollfd wait{STDOUT_FILENO, POLLOUT, 0};
      constexpr int kMilliseconds = 20;
      if (::poll(&wait, 1, kMilliseconds) == 0) continue;
      const ssize_t written = ::write(STDOUT_FILENO, bytes.data(), std::min(bytes.size(), m_atOnce));
      if (written < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (written < 0) throw Error("cannot write to standard output: " + std::string(std::strerror(errno)));
      bytes = bytes.subspan(written);
    }
    return true;
  }

 private:
  std::size_t m_atOnce;
};

// True if the file's last rows are this job's. Only the noise shows that the run before had the same key,
// strategy and options.
template <class Real>
bool goesOn(NoiseStream& stream, const Job& job, const NpyRows& file, std::vector<Real>& row,
            const RunControl& control) {
  const Index last = file.rows() - 1;
  if (!stream.advanceTo(job.from + last, control.part(0, 0.99)) || !stream.next(std::span(row), control.part(0.99, 1)))
    return false;
  std::vector<Real> there(row.size());
  file.read(last, std::as_writable_bytes(std::span(there)));
  if (std::memcmp(there.data(), row.data(), row.size() * sizeof(Real)) == 0) return true;
  throw FormatError(file.part(), "row " + std::to_string(last),
                    std::string("is not what this key, strategy file and these options make: nothing was changed"));
}

/// `noise`: the noise of steps, one row each.
class NoiseCommand final : public Command {
 public:
  void declare(CLI::App& command) override;
  Outcome run(const std::stop_token& stop) const override;

 private:
  Job jobOf(const StrategyFile& file) const;
  std::shared_ptr<const GaussianSource> source(GaussianMethod method) const;
  bool insecure() const { return m_generator == "philox"; }
  /// True for raw values on standard output, in place of a file.
  bool isRaw() const { return m_out == "-"; }
  template <class Real>
  Outcome make(const StrategyFile& strategy, const Job& job, const std::stop_token& stop) const;
  template <class Real>
  Outcome toFile(NoiseStream& stream, const Job& job, const std::string& note, const std::stop_token& stop) const;
  template <class Real>
  Outcome toStandardOutput(NoiseStream& stream, const Job& job, const std::string& note,
                           const std::stop_token& stop) const;
  std::string answer(const Job& job, Index there, double seconds) const;

  std::string m_file;
  std::string m_parameters;
  std::string m_out;
  std::optional<std::string> m_keyFile;
  std::optional<std::string> m_seed;
  std::optional<std::string> m_steps;
  std::optional<std::string> m_shard;
  std::optional<std::string> m_numberType;
  std::optional<std::string> m_mean;
  std::string m_generator = "chacha20";
  bool m_resume = false;
};

void NoiseCommand::declare(CLI::App& command) {
  command.add_option("file", m_file, "strategy file: its stated stddev is taken (noiseloom-cli verify checks it)")
      ->type_name("FILE.npz")
      ->required();
  command.add_option("--parameters", m_parameters, "d, coordinates of the model")->type_name("D")->required();
  command
      .add_option("--out", m_out,
                  "a row a step, nobody else may read it; - for raw little-endian values on standard output")
      ->type_name("FILE.npy")
      ->required();
  const AddOption option = optionsOf(command);
  option({"key-file", "FILE", &m_keyFile, "the run's key: 32 bytes or 64 hexadecimal digits, mode 0600"});
  option({"steps", "FROM:TO", &m_steps, "from step FROM up to the one before TO, counted from 0 [all]"});
  option({"shard", "I/N", &m_shard,
          "only the coordinates of machine I of N of a noise plan, I from 0 to N-1, or auto in a Slurm array; each "
          "process that mpirun or srun has started takes one by itself, into FILE-I-of-N.npy [0/1]"});
  option({"number-type", "TYPE", &m_numberType, "float32 or float64 [the file's]"});
  option({"mean", "BATCH", &m_mean, "for the mean of clipped gradients over this expected batch size, not their sum"});
  command.add_flag("--resume", m_resume, "go on where an interrupted run ended, with the same bits");
  command
      .add_option("--generator", m_generator,
                  "chacha20, or philox from --seed: for reproducible teaching only, no privacy")
      ->type_name("NAME")
      ->capture_default_str();
  option({"seed", "S", &m_seed, "of philox, in place of a key"});
  declareJson(command);
  command.footer(
      "The noise is for the SUM of the clipped gradients of a step: add it before dividing by a batch size, or say\n"
      "--mean BATCH. What is written is as secret as the key: who has it can take the noise off again.\n"
      "Until all rows are there they stand in FILE.npy.part, which --resume continues, also after a kill.");
}

Job NoiseCommand::jobOf(const StrategyFile& file) const {
  Job job;
  const Index parameters = parseCount("parameters", m_parameters);
  checkInteger("parameters", parameters, 1, kNoLimit);
  const StepRange steps = parseSteps(m_steps, file.strategy.iterations());
  job.from = steps.from;
  job.to = steps.to;
  job.out = m_out;
  if (m_shard) {
    job.shard = parseShard(*m_shard);
  } else if (const auto launched = launchedShard(); launched && launched->count > 1) {
    if (isRaw()) throw InvalidArgument("out", m_out, std::string("a file where several processes share the noise"));
    job.shard = *launched;
    const std::filesystem::path path(m_out);
    job.out = (path.parent_path() / path.stem()).string() + "-" + std::to_string(job.shard.index) + "-of-" +
              std::to_string(job.shard.count) + path.extension().string();
  }
  if (static_cast<Index>(job.shard.count) > parameters) {
    throw InvalidArgument("shard", m_shard.value_or(std::to_string(job.shard.count) + " processes"),
                          "at most as many shards as parameters, " + std::to_string(parameters));
  }
  job.coordinates = shardOf(parameters, static_cast<Index>(job.shard.index), static_cast<Index>(job.shard.count));
  job.numberType =
      m_numberType ? parseName<NumberType>("number_type", *m_numberType) : file.scenario.deployment.numberType;
  job.stddev = file.figures.stddev;
  if (m_mean) {
    job.batch = parseReal("mean", *m_mean);
    checkPositive("mean", *job.batch);
    job.stddev /= *job.batch;
  }
  return job;
}

std::shared_ptr<const GaussianSource> NoiseCommand::source(GaussianMethod method) const {
  if (m_generator != "chacha20" && m_generator != "philox")
    refuseName("generator", m_generator, {"chacha20", "philox"});
  if (insecure()) {
    if (m_keyFile) throw InvalidArgument("key_file", *m_keyFile, std::string("it with --generator chacha20 only"));
    if (!m_seed) throw InvalidArgument("generator", m_generator, std::string("--seed S with it"));
    const Index seed = parseCount("seed", *m_seed);
    checkInteger("seed", seed, 0, kNoLimit);
    return std::make_shared<const GaussianSource>(GaussianSource::insecure(static_cast<std::uint64_t>(seed), method));
  }
  if (m_seed)
    throw InvalidArgument("seed", *m_seed, std::string("it with --generator philox only: a seed is no secret"));
  if (!m_keyFile) throw Error(std::string("--key-file is required: the file that holds the run's key"));
  return noiseSource(readKeyFile(*m_keyFile), method);
}

std::string NoiseCommand::answer(const Job& job, Index there, double seconds) const {
  const Index values = job.steps() * job.coordinates.size();
  const Index bytes = values * bytesOf(job.numberType);
  if (m_json) {
    Json json{{"file", job.out},
              {"strategy_file", m_file},
              {"generator", m_generator},
              {"private", !insecure()},
              {"steps", {job.from, job.to}},
              {"shard", {job.shard.index, job.shard.count}},
              {"coordinates", {job.coordinates.begin, job.coordinates.end}},
              {"number_type", toString(job.numberType)},
              {"noise_for", job.batch ? "mean" : "sum"},
              {"batch", orNull(job.batch)},
              {"stddev", job.stddev},
              {"rows", job.steps()},
              {"rows_resumed", there},
              {"bytes", bytes},
              {"seconds", seconds}};
    return printedJson(json);
  }
  TextTable table;
  table.row({"Steps", std::to_string(job.from) + " to " + std::to_string(job.to - 1),
             there > 0 ? std::to_string(there) + " were there, the last of which was made again and compared" : ""});
  table.row({"Coordinates", std::to_string(job.coordinates.begin) + " to " + std::to_string(job.coordinates.end - 1),
             "shard " + std::to_string(job.shard.index) + "/" + std::to_string(job.shard.count)});
  table.row({"Stddev", readableUp(job.stddev, 9),
             job.batch ? "of y, for the mean over " + shortest(*job.batch) : "of y, for the sum of clipped gradients"});
  table.row({"Values", std::to_string(values),
             std::string(toString(job.numberType)) + ", " + std::to_string(bytes) + " bytes"});
  return job.out + ", as secret as the key:\n\n" + table.text();
}

template <class Real>
Outcome NoiseCommand::toFile(NoiseStream& stream, const Job& job, const std::string& note,
                             const std::stop_token& stop) const {
  const auto start = std::chrono::steady_clock::now();
  const NpyRowsShape shape{job.steps(), job.coordinates.size(), job.numberType};
  NpyRows file(job.out, shape, m_resume ? NpyRows::Begin::Resume : NpyRows::Begin::Anew);
  const Index there = file.rows();
  bool going = true;
  {
    ProgressLine line;
    line.keep(std::to_string(shape.fileBytes()) + " bytes: " + std::to_string(shape.rows) + " steps of " +
              std::to_string(shape.columns) + " values of " + std::string(toString(shape.numberType)));
    const RunControl control = line.control(stop);
    const auto share = [&](Index row) { return static_cast<double>(row) / static_cast<double>(shape.rows); };
    std::vector<Real> row(shape.columns);
    if (there > 0)
      going = goesOn<Real>(stream, job, file, row, control.part(0, share(there)));
    else
      going = stream.advanceTo(job.from, control);
    while (going && file.rows() < shape.rows) {
      const Index at = file.rows();
      going = stream.next(std::span(row), control.part(share(at), share(at + 1))) &&
              file.append(std::as_bytes(std::span(row)), stop);
    }
  }
  if (!going) {
    return {kExitCancelled, "",
            file.rows() == 0 ? "cancelled: no row was made and nothing was written"
                             : "cancelled: " + std::to_string(file.rows()) + " of " + std::to_string(shape.rows) +
                                   " rows stand in " + file.part().string() + ", and --resume goes on after them"};
  }
  file.finish();
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  return {kExitSuccess, answer(job, there, seconds), note};
}

template <class Real>
Outcome NoiseCommand::toStandardOutput(NoiseStream& stream, const Job& job, const std::string& note,
                                       const std::stop_token& stop) const {
  ProgressLine line;
  const RunControl control = line.control(stop);
  const RawOutput output;
  std::vector<Real> row(job.coordinates.size());
  bool going = stream.advanceTo(job.from, control);
  Index rows = 0;
  for (; going && rows < job.steps(); rows += going ? 1 : 0) {
    const auto share = [&](Index at) { return static_cast<double>(at) / static_cast<double>(job.steps()); };
    going = stream.next(std::span(row), control.part(share(rows), share(rows + 1))) &&
            output.write(std::as_bytes(std::span(row)), stop);
  }
  if (going) return {kExitSuccess, "", note};
  return {kExitCancelled, "",
          "cancelled after " + std::to_string(rows) + " whole rows: go on with --steps " +
              std::to_string(job.from + rows) + ":" + std::to_string(job.to)};
}

template <class Real>
Outcome NoiseCommand::make(const StrategyFile& strategy, const Job& job, const std::stop_token& stop) const {
  const Index ahead = automaticLookAhead(strategy.strategy.noiseRows(), job.coordinates.size(), job.numberType);
  NoiseStream stream(strategy.strategy, source(strategy.gaussianMethod), job.stddev, job.coordinates.begin,
                     job.coordinates.end, job.numberType, {.lookAhead = std::min(ahead, job.steps()), .threads = 0});
  const std::string note = insecure() ? kInsecure : criticalNote(strategy.claim);
  return isRaw() ? toStandardOutput<Real>(stream, job, note, stop) : toFile<Real>(stream, job, note, stop);
}

Outcome NoiseCommand::run(const std::stop_token& stop) const {
  if (isRaw() && m_resume)
    throw InvalidArgument("resume", std::string("--out -"), std::string("a file; here --steps FROM:TO goes on"));
  if (isRaw() && m_json) throw InvalidArgument("json", std::string("--out -"), std::string("a file with it"));
  const StrategyFile strategy = readStrategyFile(m_file);
  const Job job = jobOf(strategy);
  if (!isRaw()) {
    const std::vector<FileOption> inputs{{"FILE", m_file}, {"key-file", m_keyFile}};
    checkOutputs(inputs, {{"out", job.out}});
    checkOutputs(inputs, {{"out", NpyRows::partOf(job.out).string()}});
  }
  return job.numberType == NumberType::Float32 ? make<float>(strategy, job, stop) : make<double>(strategy, job, stop);
}

}  // namespace

std::unique_ptr<Command> noiseCommand() {
  return std::make_unique<NoiseCommand>();
}

}  // namespace noiseloom::cli
