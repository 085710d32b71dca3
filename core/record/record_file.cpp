#include "core/record/record_file.h"

#include <sodium.h>
#include <bit>
#include <initializer_list>
#include <nlohmann/json.hpp>

#include "core/base/errors.h"
#include "core/base/sodium.h"
#include "core/io/input_file.h"
#include "core/io/json_reader.h"
#include "core/io/sha256.h"
#include "core/scenario/scenario.h"

namespace noiseloom {
namespace {

static_assert(std::endian::native == std::endian::little, "numbers are hashed as they lie in memory");
constexpr std::string_view kBegin = "NoiseRec";
enum class Content : std::uint8_t { Run, Batch, Noise, Release, Seal };

RecordCode codeOf(const SecretKey& key, Content content, Index step,
                  std::initializer_list<std::span<const std::byte>> parts) {
  requireSodium();
  crypto_generichash_state state;
  const auto add = [&state](std::span<const std::byte> bytes) {
    crypto_generichash_update(&state, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size());
  };
  crypto_generichash_init(&state, key.secret().data(), SecretKey::kBytes, sizeof(RecordCode));
  add(std::as_bytes(std::span(kBegin)));
  add(std::as_bytes(std::span(&content, 1)));
  add(std::as_bytes(std::span(&step, 1)));
  for (const auto& part : parts) add(part);
  RecordCode code;
  crypto_generichash_final(&state, code.data(), code.size());
  sodium_memzero(&state, sizeof state);
  return code;
}

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

std::string hexOf(const RecordCode& code) {
  std::string text(2 * code.size() + 1, '\0');
  sodium_bin2hex(text.data(), text.size(), code.data(), code.size());
  text.pop_back();
  return text;
}

RecordCode RecordCodes::run() const {
  return codeOf(m_key, Content::Run, 0, {});
}

RecordCode RecordCodes::batch(Index step, std::span<const Index> examples) const {
  const auto size = std::ssize(examples);
  return codeOf(m_key, Content::Batch, step, {std::as_bytes(std::span(&size, 1)), std::as_bytes(examples)});
}

RecordCode RecordCodes::noise(Index step, Index begin, Index end, std::span<const std::byte> noise,
                              NumberType type) const {
  const std::array<Index, 3> shape{begin, end, type == NumberType::Float32 ? 4 : 8};
  return codeOf(m_key, Content::Noise, step, {std::as_bytes(std::span(shape)), noise});
}

RecordCode RecordCodes::release(Index step, std::span<const std::byte> bytes) const {
  return codeOf(m_key, Content::Release, step, {bytes});
}

RecordCode RecordCodes::seal(const RecordCode& before, std::string_view line) const {
  return codeOf(m_key, Content::Seal, 0, {std::as_bytes(std::span(before)), std::as_bytes(std::span(line))});
}

}  // namespace noiseloom
