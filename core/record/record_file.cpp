#include "core/record/record_file.h"

#include <nlohmann/json.hpp>

#include "core/base/errors.h"
#include "core/io/input_file.h"
#include "core/io/json_reader.h"
#include "core/io/sha256.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kFormat = "noiseloom-record";
constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 30U;
constexpr std::string_view kSealBegin = ",\"seal\":\"";
constexpr std::string_view kSealEnd = "\"}";
constexpr std::size_t kCodeDigits = 64;
constexpr std::size_t kSealBytes = kSealBegin.size() + kCodeDigits + kSealEnd.size();

std::string code(JsonObject& json, const char* key) {
  std::string text = json.text(key);
  if (!isSha256Hex(text)) json.refuse(key, Core::tr("must be 64 lower-case hexadecimal digits"));
  return text;
}

RecordHeader headerOf(JsonObject& json, std::string& run) {
  json.expect("format", kFormat);
  RecordHeader header;
  header.version = json.integer("version", 1, kRecordVersion);
  run = code(json, "run");
  header.strategySha256 = code(json, "strategy_sha256");
  header.iterations = json.integer("iterations", 1);
  header.datasetSize = json.integer("dataset_size", 1);
  header.shardBegin = json.integer("shard_begin", 0);
  header.shardEnd = json.integer("shard_end", header.shardBegin + 1);
  header.numberType = json.named<NumberType>("number_type");
  header.reduction = json.named<Reduction>("reduction");
  header.divisor = json.positive("divisor");
  header.noiseScale = json.notNegative("noise_scale");
  header.clipNorm = json.positive("clip_norm");
  header.stddev = json.positive("stddev");
  header.ranks = header.version >= 2 ? json.integer("ranks", 1) : 0;
  return header;
}

RecordLine lineOf(JsonObject& json, Index version) {
  if (json.has("resume")) {
    RecordLine line{.kind = RecordLine::Kind::Resume, .step = json.integer("resume")};
    if (version >= 2 && json.has("ranks")) line.ranks = json.integer("ranks", 1);
    return line;
  }
  if (version >= 2 && json.has("end")) return {RecordLine::Kind::End, json.integer("end")};
  RecordLine line{.step = json.integer("step"), .batch = code(json, "batch"), .noise = code(json, "noise")};
  if (const auto release = json.textOrNull("release")) line.release = code(json, "release");
  if (version >= 2) line.figures = {json.positive("clip_norm"), json.positive("divisor")};
  return line;
}

}  // namespace

std::string bodyOf(const RecordHeader& header, const RecordCode& run) {
  Json json{{"format", kFormat},
            {"version", header.version},
            {"run", hexOf(run)},
            {"strategy_sha256", header.strategySha256},
            {"iterations", header.iterations},
            {"dataset_size", header.datasetSize},
            {"shard_begin", header.shardBegin},
            {"shard_end", header.shardEnd},
            {"number_type", toString(header.numberType)},
            {"reduction", toString(header.reduction)},
            {"divisor", header.divisor},
            {"noise_scale", header.noiseScale},
            {"clip_norm", header.clipNorm},
            {"stddev", header.stddev}};
  if (header.version >= 2) json["ranks"] = header.ranks;
  return json.dump();
}

std::string bodyOf(const RecordLine& line) {
  if (line.kind == RecordLine::Kind::Resume) {
    Json json{{"resume", line.step}};
    if (line.ranks > 0) json["ranks"] = line.ranks;
    return json.dump();
  }
  if (line.kind == RecordLine::Kind::End) return Json{{"end", line.step}}.dump();
  Json json{{"step", line.step},
            {"batch", line.batch},
            {"noise", line.noise},
            {"release", line.release.empty() ? Json(nullptr) : Json(line.release)}};
  if (line.figures) {
    json["clip_norm"] = line.figures->clipNorm;
    json["divisor"] = line.figures->divisor;
  }
  return json.dump();
}

RecordFile readRecordFile(const std::filesystem::path& path) {
  const std::string text = readTextFile(path, kMostBytes);
  RecordFile record;
  Index number = 0;
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) {
      record.cutOff = true;
      break;
    }
    const std::string_view whole = std::string_view(text).substr(begin, end - begin);
    begin = end + 1;
    const std::string where = "line " + std::to_string(++number);
    if (whole.size() <= kSealBytes || !whole.ends_with(kSealEnd) ||
        whole.substr(whole.size() - kSealBytes, kSealBegin.size()) != kSealBegin)
      throw FormatError(path, where, Core::tr("does not end with a seal"));
    const std::string_view seal = whole.substr(whole.size() - kCodeDigits - kSealEnd.size(), kCodeDigits);
    if (!isSha256Hex(seal)) throw FormatError(path, where, Core::tr("does not end with a seal"));
    record.bodies.push_back(std::string(whole.substr(0, whole.size() - kSealBytes)) + "}");
    record.seals.emplace_back(seal);
    const nlohmann::json value = parseJson(record.bodies.back(), path, where);
    JsonObject json(value, path, where);
    if (number == 1) {
      record.header = headerOf(json, record.run);
    } else {
      record.lines.push_back(lineOf(json, record.header.version));
    }
    json.finish();
  }
  if (number == 0) throw FormatError(path, Core::tr("file"), Core::tr("holds no line of a record"));
  return record;
}

}  // namespace noiseloom
