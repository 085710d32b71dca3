#include "core/io/npz.h"

#include <cstring>
#include <functional>
#include <limits>
#include <string>
#include <vector>

#include "core/base/errors.h"
#include "core/io/npy.h"
#include "tests/calls.h"
#include "tests/core/io/scratch_folder.h"
#include "tests/matchers.h"

namespace noiseloom {
namespace {

class NpzTest : public ScratchFolder {
 protected:
  // One member of any name and content.
  std::filesystem::path archiveOf(const std::string& name, const std::string& content) const {
    NpzWriter writer(file("one.npz"));
    writer.addFile(name, content);
    writer.finish();
    return file("one.npz");
  }
  // What the array reader says of a member with this preamble dictionary and data.
  std::string refusalOf(const std::string& dictionary, std::size_t dataBytes) const {
    std::string content = npyPreamble({"<f8", {1}}).substr(0, 8);
    content += static_cast<char>(dictionary.size() & 0xFF);
    content += static_cast<char>(dictionary.size() >> 8);
    content += dictionary + std::string(dataBytes, '\0');
    const ZipReader archive(archiveOf("a.npy", content));
    return messageOf<FormatError>([&] { readNpyArray(archive, archive.members().front()); });
  }
};

TEST_F(NpzTest, RoundTripIsExact) {
  const std::vector<double> values{0.1, -0.0, 5e-324, -1.7976931348623157e308, 1.0 / 3, 2};
  {
    NpzWriter writer(file("a.npz"));
    writer.addArray("matrix", std::vector<Index>{2, 3}, values);
    writer.addArray("vector", std::vector<Index>{6}, values);
    writer.addText("text", "hello \"world\"");
    writer.addFile("plain.json", "{}");
    const std::string hash = writer.finish();
    EXPECT_EQ(hash, sha256OfFile(file("a.npz")));
  }
  const ZipReader archive(file("a.npz"));
  ASSERT_EQ(archive.members().size(), 4U);
  const NpyArray matrix = readNpyArray(archive, *archive.find("matrix.npy"));
  EXPECT_EQ(matrix.shape, (std::vector<Index>{2, 3}));
  ASSERT_EQ(matrix.values.size(), values.size());
  EXPECT_EQ(std::memcmp(matrix.values.data(), values.data(), sizeof(double) * values.size()), 0);
  EXPECT_EQ(matrix.sha256, sha256OfValues(values));
  EXPECT_EQ(readNpyArray(archive, *archive.find("vector.npy")).shape, std::vector<Index>{6});
  EXPECT_EQ(readNpyText(archive, *archive.find("text.npy")), "hello \"world\"");
  EXPECT_EQ(readPlainFile(archive, *archive.find("plain.json")), "{}");
  EXPECT_EQ(archive.find("absent"), nullptr);
}

TEST_F(NpzTest, TheSameContentGivesTheSameBytes) {
  for (const char* name : {"a.npz", "b.npz"}) {
    NpzWriter writer(file(name));
    writer.addArray("x", std::vector<Index>{2}, std::vector<double>{1, 2});
    writer.finish();
  }
  EXPECT_EQ(contentOf(file("a.npz")), contentOf(file("b.npz")));
}

TEST_F(NpzTest, Sha256IsTheStandardOne) {
  // FIPS 180-2, appendix B.1.
  const std::string abc = "abc";
  EXPECT_EQ(sha256Hex(std::as_bytes(std::span(abc))),
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_F(NpzTest, PreamblesAreAlignedAndReadBack) {
  for (const auto& shape : std::vector<std::vector<Index>>{{}, {1}, {7}, {1000000, 64}, {9, 3}}) {
    const std::string preamble = npyPreamble({"<f8", shape});
    EXPECT_EQ(preamble.size() % 64, 0U);
    EXPECT_EQ(npyDictionaryBytes(std::as_bytes(std::span(preamble)).first(kNpyMagicBytes)),
              preamble.size() - kNpyMagicBytes);
    const NpyHeader header = parseNpyDictionary(std::string_view(preamble).substr(kNpyMagicBytes));
    EXPECT_EQ(header.shape, shape);
    EXPECT_EQ(header.descr, "<f8");
  }
}

TEST_F(NpzTest, WriterChecksWhatItIsGiven) {
  NpzWriter writer(file("a.npz"));
  const std::vector<double> two{1, 2};
  EXPECT_THROW(writer.addArray("x", std::vector<Index>{3}, two), InvalidArgument);
  EXPECT_THROW(writer.addArray("x", std::vector<Index>{Index{1} << 40, Index{1} << 40}, two), InvalidArgument);
  EXPECT_THROW(writer.addArray("x", std::vector<Index>{2}, std::vector<double>{1, std::nan("")}), InvalidArgument);
  EXPECT_THROW(writer.addText("x", "caf\xc3\xa9"), InvalidArgument);
  EXPECT_THROW(writer.addText("x", ""), InvalidArgument);
  EXPECT_THAT(messageOf<InvalidArgument>([] { checkZipMemberSize("bands", 0xFFFFFFFFULL); }),
              HasSubstr("size of bands = 4294967295 bytes"));
  EXPECT_NO_THROW(checkZipMemberSize("bands", 0xFFFFFFFEULL));
}

TEST_F(NpzTest, ArrayReaderRefusesByName) {
  const std::string ok = "{'descr': '<f8', 'fortran_order': False, 'shape': (4,), }\n";
  const ZipReader good(archiveOf("a.npy", npyPreamble({"<f8", {4}}) + std::string(32, '\0')));
  EXPECT_EQ(readNpyArray(good, good.members().front()).values, std::vector<double>(4, 0.0));

  EXPECT_THAT(refusalOf(ok, 24), HasSubstr("a.npy: its shape asks for"));
  EXPECT_THAT(refusalOf(ok, 40), HasSubstr("asks for 32 bytes but it has 40"));
  EXPECT_THAT(refusalOf("{'descr': '<f4', 'fortran_order': False, 'shape': (4,), }\n", 32), HasSubstr("'<f4'"));
  EXPECT_THAT(refusalOf("{'descr': '>f8', 'fortran_order': False, 'shape': (4,), }\n", 32), HasSubstr("'>f8'"));
  EXPECT_THAT(refusalOf("{'descr': '|O', 'fortran_order': False, 'shape': (4,), }\n", 32), HasSubstr("'|O'"));
  EXPECT_THAT(refusalOf("{'descr': [('a', '<f8')], 'fortran_order': False, 'shape': (4,), }\n", 32),
              HasSubstr("structured"));
  EXPECT_THAT(refusalOf("{'descr': '<f8', 'fortran_order': True, 'shape': (4,), }\n", 32), HasSubstr("Fortran"));
  EXPECT_THAT(refusalOf("{'descr': '<f8', 'fortran_order': False, 'shape': (2, 2, 1), }\n", 32),
              HasSubstr("dimensions"));
  EXPECT_THAT(refusalOf("{'descr': '<f8', 'fortran_order': False, 'shape': (), }\n", 8), HasSubstr("no dimensions"));
  EXPECT_THAT(refusalOf("{'descr': '<f8', 'fortran_order': False, 'shape': (-4,), }\n", 32), HasSubstr("shape"));
  EXPECT_THAT(refusalOf("{'descr': '<f8', 'fortran_order': False, 'shape': (0,), }\n", 0), HasSubstr("is empty"));
  // Shapes that overflow, or claim far more than the file has, must not reach an allocation.
  for (const char* shape :
       {"(9223372036854775807,)", "(4294967296, 4294967296)", "(99999999999999999999999,)", "(1000000000000,)"}) {
    EXPECT_THAT(refusalOf(std::string("{'descr': '<f8', 'fortran_order': False, 'shape': ") + shape + ", }\n", 32),
                HasSubstr("shape"));
  }
  EXPECT_THAT(refusalOf("{'shape': (4,), 'fortran_order': False, 'descr': '<f8', }\n", 32), HasSubstr("'descr':"));
  EXPECT_THAT(refusalOf("{'descr': '<f8', 'fortran_order': False, 'shape': (4,), } x\n", 32),
              HasSubstr("closing brace"));
  EXPECT_THAT(refusalOf("", 32), HasSubstr("a.npy"));
  const double infinity = std::numeric_limits<double>::infinity();
  const ZipReader bad(
      archiveOf("a.npy", npyPreamble({"<f8", {1}}) + std::string(reinterpret_cast<const char*>(&infinity), 8)));
  EXPECT_THAT(messageOf<FormatError>([&] { readNpyArray(bad, bad.members().front()); }),
              HasSubstr("value 0 is not a finite number"));
}

// Bytes of the archive with one change, and what the zip reader must say of it.
struct Damage {
  const char* what;
  std::function<void(std::string&)> change;
  const char* said;
};

TEST_F(NpzTest, ZipReaderRefusesByNameAndPosition) {
  {
    NpzWriter writer(file("a.npz"));
    writer.addFile("first", "AAAA");
    writer.addFile("other", "BBBB");
    writer.finish();
  }
  const std::string good = contentOf(file("a.npz"));
  // Layout: 30 + 5 + 4 bytes a member, 46 + 5 a directory entry, 22 at the end.
  constexpr std::size_t kSecond = 39, kDirectory = 78, kSecondEntry = 129, kEnd = 180;
  ASSERT_EQ(good.size(), kEnd + 22);
  const auto both = [](std::size_t local, std::size_t entry, char value) {
    return [=](std::string& bytes) { bytes[local] = bytes[entry] = value; };
  };
  const std::vector<Damage> table{
      {"compressed", both(8, kDirectory + 10, 8), "member 1 of 2, at byte 0: is compressed (method 8)"},
      {"encrypted", both(6, kDirectory + 8, 1), "has flags 1"},
      {"version", both(4, kDirectory + 6, 45), "needs zip version 45"},
      {"sizes", both(kSecond + 18, kSecondEntry + 20, 3), "member 2 of 2, at byte 39: states two sizes"},
      {"local only", [](std::string& bytes) { bytes[14] ^= 1; }, "disagree about first"},
      {"directory only", [](std::string& bytes) { bytes[kDirectory + 16] ^= 1; }, "disagree about first"},
      {"extra field", [](std::string& bytes) { bytes[kDirectory + 30] = 4; }, "has an extra field"},
      {"no name", [](std::string& bytes) { bytes[kDirectory + 28] = 0; }, "has no name"},
      {"entry comment", [](std::string& bytes) { bytes[kDirectory + 32] = 1; }, "has a comment"},
      {"overlap", [](std::string& bytes) { bytes[kSecondEntry + 42] = 0; }, "overlaps its neighbour or leaves a gap"},
      {"signature", [](std::string& bytes) { bytes[kSecondEntry] = 'x'; }, "is not described"},
      {"long name", [](std::string& bytes) { bytes[kSecondEntry + 28] = 60; }, "ends within the name"},
      {"count too small", [](std::string& bytes) { bytes[kEnd + 8] = bytes[kEnd + 10] = 1; },
       "goes on after its last member"},
      {"count too large", [](std::string& bytes) { bytes[kEnd + 8] = bytes[kEnd + 10] = 3; },
       "directory: ends before member 3 of 3"},
      {"count absurd", [](std::string& bytes) { bytes[kEnd + 8] = bytes[kEnd + 10] = 100; }, "announces 100 members"},
      {"several disks", [](std::string& bytes) { bytes[kEnd + 4] = 1; }, "several parts"},
      {"archive comment", [](std::string& bytes) { bytes[kEnd + 20] = 1; }, "has a comment"},
      {"directory elsewhere", [](std::string& bytes) { bytes[kEnd + 16] = 0; },
       "does not end where the end record begins"},
      {"trailing byte", [](std::string& bytes) { bytes += 'x'; }, "is not the end of a zip archive"},
      {"leading byte", [](std::string& bytes) { bytes.insert(0, 1, 'x'); }, "does not end where"},
      {"same name",
       [](std::string& bytes) {
         bytes.replace(kSecond + 30, 5, "first");
         bytes.replace(kSecondEntry + 46, 5, "first");
       },
       "member 2 of 2, at byte 39: repeats the name first"},
      {"control character", [](std::string& bytes) { bytes[30] = bytes[kDirectory + 46] = '\n'; }, "printable ASCII"},
      {"huge member",
       [](std::string& bytes) {
         for (const std::size_t at : {kSecond + 18, kSecond + 22, kSecondEntry + 20, kSecondEntry + 24}) {
           bytes[at + 2] = '\x7f';
         }
       },
       "claims 8323076 bytes, more than the file has"},
      {"gap before the directory",
       [](std::string& bytes) {
         bytes.insert(kDirectory, 1, 'x');
         bytes[kEnd + 1 + 16] = static_cast<char>(kDirectory + 1);
       },
       "something lies between"},
  };
  for (const Damage& damage : table) {
    std::string bytes = good;
    damage.change(bytes);
    putContent(file("bad.npz"), bytes);
    EXPECT_THAT(messageOf<FormatError>([&] { ZipReader archive(file("bad.npz")); }), HasSubstr(damage.said))
        << damage.what;
  }
  std::string bytes = good;
  bytes[kSecond + 36] = 'x';
  putContent(file("bad.npz"), bytes);
  const ZipReader archive(file("bad.npz"));
  EXPECT_EQ(readPlainFile(archive, archive.members()[0]), "AAAA");
  EXPECT_THAT(messageOf<FormatError>([&] { readPlainFile(archive, archive.members()[1]); }),
              HasSubstr("other: is damaged"));
}

}  // namespace
}  // namespace noiseloom
