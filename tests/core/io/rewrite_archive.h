#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "core/io/npy.h"
#include "core/io/npz.h"

namespace noiseloom {

/// Members of an archive: name and content.
using Members = std::vector<std::pair<std::string, std::string>>;

/// Writes a copy of an archive with changed members: sound as a zip, whatever its members hold.
inline void rewriteArchive(const std::filesystem::path& from, const std::filesystem::path& to,
                           const std::function<void(Members&)>& change) {
  Members members;
  {
    const ZipReader archive(from);
    for (const ZipMember& member : archive.members()) members.emplace_back(member.name, readPlainFile(archive, member));
  }
  change(members);
  NpzWriter writer(to);
  for (const auto& [name, content] : members) writer.addFile(name, content);
  writer.finish();
}

/// The bytes of a 0-d unicode array of ASCII text.
inline std::string unicodeArray(const std::string& text) {
  std::string content = npyPreamble({"<U" + std::to_string(text.size()), {}});
  for (const char c : text) content.append({c, '\0', '\0', '\0'});
  return content;
}

/// Puts another text in place of the metadata, in both members.
inline void replaceMetadata(const std::filesystem::path& from, const std::filesystem::path& to,
                            const std::function<std::string(const std::string&)>& change) {
  rewriteArchive(from, to, [&](Members& members) {
    const std::string text = change(members.at(0).second);
    members.at(0).second = text;
    members.at(1).second = unicodeArray(text);
  });
}

/// The same with the parsed object.
inline void editMetadata(const std::filesystem::path& from, const std::filesystem::path& to,
                         const std::function<void(nlohmann::ordered_json&)>& edit) {
  replaceMetadata(from, to, [&](const std::string& text) {
    auto json = nlohmann::ordered_json::parse(text);
    edit(json);
    return json.dump(2);
  });
}

/// The same metadata as version 3 had them: without fields that it does not know and that say nothing here.
inline void makeVersionThree(nlohmann::ordered_json& json) {
  json["version"] = 3;
  for (const char* key : {"imported", "largest_batch", "gaussian_method"}) json.erase(key);
  for (const char* key : {"schedule", "spectrum"}) json["workload"].erase(key);
  json["deployment"].erase("memory_per_machine");
}

/// The same metadata as version 2 had them: a claim of words.
inline void makeVersionTwo(nlohmann::ordered_json& json) {
  makeVersionThree(json);
  json["version"] = 2;
  for (const char* key : {"job_batching", "unit", "tau", "failure_probability", "bins", "balls_in_bins"})
    json.erase(key);
  auto& claim = json["privacy_claim"];
  claim["unit"] = claim["unit_text"];
  claim["adjacency"] = claim["adjacency_text"];
  claim["accountant"] = claim["accountant"]["method"];
  auto texts = nlohmann::ordered_json::array();
  for (const auto& assumption : claim["assumptions"]) texts.push_back(assumption["text"]);
  claim["assumptions"] = texts;
  for (const char* key : {"severity", "epsilon", "delta", "not_covered", "unit_text", "adjacency_text", "batching",
                          "job_batching", "zcdp_rho", "gdp_mu"})
    claim.erase(key);
}

/// The same metadata as version 1 had them, for the kinds that it knew.
inline void makeVersionOne(nlohmann::ordered_json& json) {
  makeVersionTwo(json);
  json["version"] = 1;
  for (const char* key : {"mechanism_requested", "noising_bands", "buffers", "block_size", "tree_estimate",
                          "buffers_requested", "tree_decoder", "robust_from", "stamps_requested", "most_noise_rows",
                          "most_seconds", "loss_last", "last_error"}) {
    json.erase(key);
  }
}

}  // namespace noiseloom
