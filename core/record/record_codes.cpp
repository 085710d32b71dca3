#include "core/record/record_codes.h"

#include <sodium.h>

#include <bit>
#include <initializer_list>

#include "core/base/sodium.h"

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

}  // namespace

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
