#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "core/io/sha256.h"
#include "core/io/strategy_file.h"
#include "core/mechanism/list.h"
#include "core/noise/noise_stream.h"
#include "core/record/run_record.h"
#include "core/search/designer.h"
#include "core/verify/verify_record.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/core/sampling/sampling_fixture.h"
#include "tests/core/scenarios.h"

namespace noiseloom {

/// A small training job: 24 steps, 4 passes, 3 bands, 200 examples, 10 parameters. What it does wrong, a test says.
class RecordTest : public ScratchFolder {
 protected:
  RecordTest() {
    scenario =
        with(scenario, {.iterations = 24, .epochs = 4, .epsilon = 4, .bands = 3, .clipNorm = 2, .datasetSize = 200});
    writeStrategyFile(file("s.npz"), *design(scenario));
    strategy = std::make_unique<StrategyFile>(readStrategyFile(file("s.npz")));
    header.strategySha256 = sha256OfFile(file("s.npz"));
    header.iterations = 24;
    header.datasetSize = 200;
    header.shardBegin = 2;
    header.shardEnd = 10;
    header.clipNorm = 2;
    header.stddev = strategy->figures.stddev;
  }

  std::vector<Index> batchOf(Index step, std::uint8_t key = 1) const {
    return batchSampler(strategy->scenario, strategy->strategy, 200, keyNumber(key))->batch(step);
  }
  std::vector<float> noiseOf(Index step, std::uint8_t key = 1, Index begin = 2, double scale = 1) const {
    NoiseStream stream(strategy->strategy, std::make_shared<const GaussianSource>(keyNumber(key).subKey(KeyUse::Noise)),
                       scale * strategy->figures.stddev, begin, begin + 8, NumberType::Float32);
    std::vector<float> noise(8);
    stream.advanceTo(step);
    stream.next(noise);
    return noise;
  }
  /// What the job released: any bytes.
  static std::span<const std::byte> released(const std::string& text) { return std::as_bytes(std::span(text)); }
  void rightSteps(RunRecord& record, Index from, Index to) const {
    for (Index step = from; step < to; ++step)
      record.add(step, batchOf(step), noiseOf(step), released("state after " + std::to_string(step)));
  }
  /// A step as it is recorded. Forged, with seals that are right: as another program may have written it.
  RecordLine right(Index step, const std::string& text) const {
    const RecordCodes codes(keyNumber(1));
    const std::vector<float> noise = noiseOf(step);
    RecordLine line{.step = step};
    line.batch = hexOf(codes.batch(step, batchOf(step)));
    line.noise = hexOf(codes.noise(step, 2, 10, std::as_bytes(std::span(noise)), NumberType::Float32));
    line.release = hexOf(codes.release(step, released(text)));
    if (header.version >= 2) line.figures = {header.clipNorm, header.divisor};
    return line;
  }
  void forge(const std::vector<RecordLine>& lines) const {
    const RecordCodes codes(keyNumber(1));
    RecordCode seal{};
    std::string text;
    const auto put = [&](const std::string& body) {
      seal = codes.seal(seal, body);
      text += body.substr(0, body.size() - 1) + ",\"seal\":\"" + hexOf(seal) + "\"}\n";
    };
    put(bodyOf(header, codes.run()));
    for (const RecordLine& line : lines) put(bodyOf(line));
    putContent(file("r"), text);
    std::filesystem::permissions(file("r"), std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
  }
  RunRecord begun(Index from = 0) const { return {file("r"), header, keyNumber(1), from}; }
  /// A run that begins, or goes on, at a step and ends before another, with nothing wrong in it.
  void rightRun(Index from, Index to) const {
    RunRecord record = begun(from);
    rightSteps(record, from, to);
  }

  RecordVerification verified(bool withKey = true) const {
    RecordEvidence evidence{file("r"), file("s.npz"), {}, against, finished};
    if (withKey) evidence.key = keyNumber(1);
    return verifyRunRecord(evidence);
  }
  /// The items that failed: "noise: step 3 has other noise ..".
  std::vector<std::string> failures(bool withKey = true) const {
    std::vector<std::string> failed;
    for (const VerificationItem& item : verified(withKey).items) {
      if (!item.passed) failed.push_back(item.name + ": " + item.recomputed.english());
    }
    return failed;
  }

  Scenario scenario;
  std::unique_ptr<StrategyFile> strategy;
  RecordHeader header;
  std::optional<std::filesystem::path> against;
  bool finished = false;
};

}  // namespace noiseloom
