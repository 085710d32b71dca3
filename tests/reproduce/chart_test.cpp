#include "app/reproduce/chart.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace noiseloom {
namespace {

std::size_t count(const std::string& text, const std::string& what) {
  std::size_t found = 0;
  for (std::size_t at = text.find(what); at != std::string::npos; at = text.find(what, at + what.size())) ++found;
  return found;
}

Chart chart() {
  Chart made{"Bands & rmse", {"bands b", true}, {"rmse"}, {}};
  made.curves.push_back({"a < b", {1, 10, 100}, {3, 2, 2.5}});
  made.curves.push_back({"printed", {10}, {2.1}, false});
  return made;
}

TEST(Chart, DrawsLinesMarkersAxesAndALegend) {
  const std::string svg = chart().svg();
  EXPECT_TRUE(svg.starts_with("<svg ")) << svg;
  EXPECT_TRUE(svg.ends_with("</svg>\n"));
  for (const char* text : {"Bands &amp; rmse", ">bands b<", ">rmse<", "a &lt; b", ">printed<", ">100<"})
    EXPECT_NE(svg.find(text), std::string::npos) << text;
  EXPECT_EQ(count(svg, "stroke-width=\"1.8\""), 1u);  // one curve is joined
  EXPECT_EQ(count(svg, "<circle"), 4u);               // three points and the legend
  EXPECT_EQ(svg, chart().svg());
}

// What cannot be drawn is left out rather than drawn elsewhere.
TEST(Chart, LeavesOutWhatHasNoPlace) {
  Chart odd = chart();
  odd.curves[0].add(0, 5);
  odd.curves[0].add(1000, std::nan(""));
  odd.curves[0].add(1000, std::numeric_limits<double>::infinity());
  EXPECT_EQ(odd.svg(), chart().svg());
  EXPECT_EQ(Chart{}.svg().find("nan"), std::string::npos);
  Chart one{"one", {"x"}, {"y", true}, {{"p", {3}, {7}}}};
  EXPECT_EQ(one.svg().find("nan"), std::string::npos);
  EXPECT_NE(one.svg().find("<circle"), std::string::npos);
}

TEST(Chart, TheTableHasEveryPoint) {
  EXPECT_EQ(chart().csv(), "curve,bands b,rmse\na < b,1,3\na < b,10,2\na < b,100,2.5\nprinted,10,2.1\n");
}

}  // namespace
}  // namespace noiseloom
