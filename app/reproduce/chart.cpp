#include "app/reproduce/chart.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "app/reproduce/statement.h"
#include "core/io/csv.h"

namespace noiseloom {
namespace {

constexpr double kWidth = 760, kHeight = 440;
constexpr double kLeft = 78, kRight = 545, kTop = 44, kBottom = 376;  // of the plot area
constexpr std::size_t kLongestName = 30;

// Distinguishable with every kind of colour vision (color-vision-deficiency), and by their markers.
constexpr std::array kColors{"#0072b2", "#d55e00", "#009e73", "#cc79a7", "#7a6a00",
                             "#56b4e9", "#111111", "#e69f00", "#6a3d9a", "#888888"};

std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<')
      out += "&lt;";
    else if (c == '>')
      out += "&gt;";
    else
      out += c;
  }
  return out;
}

std::string at(double value) {
  return significant(std::round(10 * value) / 10, 6);
}

std::string attribute(const char* name, double value) {
  return std::string(" ") + name + "=\"" + at(value) + "\"";
}

// The position of the values of an axis in the picture.
struct Scale {
  bool log = false;
  double least = 0, most = 1;  // of value, or of its decimal logarithm
  double from = 0, to = 1;     // in the picture

  bool shows(double value) const { return std::isfinite(value) && (!log || value > 0); }
  double place(double value) const {
    return from + (to - from) * ((log ? std::log10(value) : value) - least) / (most - least);
  }
  std::vector<double> ticks() const;
};

std::vector<double> Scale::ticks() const {
  std::vector<double> found;
  if (log) {
    const double decades = most - least;
    const int each = decades > 8 ? 2 : 1;
    for (int power = static_cast<int>(std::floor(least)); power <= static_cast<int>(std::ceil(most)); ++power) {
      if (power % each != 0) continue;
      for (const double factor : {1.0, 2.0, 5.0}) {
        if (factor != 1 && decades > 2.5) continue;
        const double value = factor * std::pow(10.0, power);
        if (std::log10(value) >= least - 1e-9 && std::log10(value) <= most + 1e-9) found.push_back(value);
      }
    }
    return found;
  }
  const double raw = (most - least) / 6;
  const double power = std::pow(10.0, std::floor(std::log10(raw)));
  const double step = power * (raw / power > 5 ? 10 : raw / power > 2 ? 5 : raw / power > 1 ? 2 : 1);
  for (double k = std::ceil(least / step - 1e-9); k * step <= most + 1e-9 * step; ++k) found.push_back(k * step);
  return found;
}

Scale scaleOf(const Chart& chart, const Axis& axis, bool horizontal) {
  Scale scale{axis.log, std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity(),
              horizontal ? kLeft : kBottom, horizontal ? kRight : kTop};
  const Scale across{chart.x.log}, up{chart.y.log};
  for (const Curve& curve : chart.curves) {
    for (std::size_t i = 0; i < std::min(curve.x.size(), curve.y.size()); ++i) {
      if (!across.shows(curve.x[i]) || !up.shows(curve.y[i])) continue;
      const double value = horizontal ? curve.x[i] : curve.y[i];
      const double place = axis.log ? std::log10(value) : value;
      scale.least = std::min(scale.least, place);
      scale.most = std::max(scale.most, place);
    }
  }
  if (!(scale.least <= scale.most)) scale.least = 0, scale.most = 1;
  const double margin = scale.most > scale.least ? 0.04 * (scale.most - scale.least) : axis.log ? 0.1 : 0.5;
  scale.least -= margin;
  scale.most += margin;
  return scale;
}

std::string text(double x, double y, const std::string& what, const char* anchor, int size, const char* more = "") {
  return "<text" + attribute("x", x) + attribute("y", y) + " text-anchor=\"" + anchor + "\" font-size=\"" +
         std::to_string(size) + "\"" + more + ">" + escaped(what) + "</text>\n";
}

std::string marker(std::size_t kind, double x, double y, const char* color) {
  const std::string fill = std::string(" fill=\"") + color + "\"";
  switch (kind % 4) {
    case 0: return "<circle" + attribute("cx", x) + attribute("cy", y) + " r=\"3\"" + fill + "/>\n";
    case 1:
      return "<rect" + attribute("x", x - 3) + attribute("y", y - 3) + " width=\"6\" height=\"6\"" + fill + "/>\n";
    case 2: return "<path d=\"M" + at(x) + " " + at(y - 4) + "l4 7h-8z\"" + fill + "/>\n";
    default: return "<path d=\"M" + at(x) + " " + at(y - 4) + "l4 4l-4 4l-4 -4z\"" + fill + "/>\n";
  }
}

std::string drawn(const Curve& curve, std::size_t index, const Scale& x, const Scale& y) {
  const char* color = kColors[index % kColors.size()];
  std::string path, markers;
  std::size_t shown = 0;
  for (std::size_t i = 0; i < std::min(curve.x.size(), curve.y.size()); ++i) {
    if (!x.shows(curve.x[i]) || !y.shows(curve.y[i])) continue;
    const double atX = x.place(curve.x[i]), atY = y.place(curve.y[i]);
    path += (path.empty() ? "M" : "L") + at(atX) + " " + at(atY);
    markers += marker(index, atX, atY, color);
    ++shown;
  }
  if (shown == 0) return "";
  const bool line = curve.joined && shown > 1;
  std::string out;
  if (line) out += "<path d=\"" + path + "\" fill=\"none\" stroke=\"" + color + "\" stroke-width=\"1.8\"/>\n";
  if (!line || shown <= 40) out += markers;
  return out;
}

}  // namespace

std::string Chart::svg() const {
  const Scale across = scaleOf(*this, x, true), up = scaleOf(*this, y, false);
  std::string out =
      "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 760 440\" width=\"760\" height=\"440\" "
      "font-family=\"sans-serif\" fill=\"#222\">\n<rect" +
      attribute("width", kWidth) + attribute("height", kHeight) + " fill=\"#fff\"/>\n" +
      text(kLeft, 26, title, "start", 15);
  for (const double tick : across.ticks()) {
    const double place = across.place(tick);
    out += "<path d=\"M" + at(place) + " " + at(kTop) + "V" + at(kBottom) + "\" stroke=\"#ddd\"/>\n" +
           text(place, kBottom + 18, significant(tick, 6), "middle", 12);
  }
  for (const double tick : up.ticks()) {
    const double place = up.place(tick);
    out += "<path d=\"M" + at(kLeft) + " " + at(place) + "H" + at(kRight) + "\" stroke=\"#ddd\"/>\n" +
           text(kLeft - 8, place + 4, significant(tick, 6), "end", 12);
  }
  out += "<path d=\"M" + at(kLeft) + " " + at(kTop) + "V" + at(kBottom) + "H" + at(kRight) +
         "\" fill=\"none\" stroke=\"#222\"/>\n" + text((kLeft + kRight) / 2, kBottom + 44, x.label, "middle", 13) +
         text(20, (kTop + kBottom) / 2, y.label, "middle", 13,
              (" transform=\"rotate(-90 20 " + at((kTop + kBottom) / 2) + ")\"").c_str());
  double line = kTop + 8;
  for (std::size_t i = 0; i < curves.size(); ++i) {
    out += drawn(curves[i], i, across, up) + marker(i, kRight + 18, line - 4, kColors[i % kColors.size()]) +
           text(kRight + 28, line, curves[i].name.substr(0, kLongestName), "start", 12);
    line += 20;
  }
  return out + "</svg>\n";
}

std::string Chart::csv() const {
  CsvTable table({"curve", x.label, y.label});
  for (const Curve& curve : curves) {
    for (std::size_t i = 0; i < std::min(curve.x.size(), curve.y.size()); ++i)
      table.row(
          {curve.name, significant(curve.x[i], 10), std::isfinite(curve.y[i]) ? significant(curve.y[i], 10) : ""});
  }
  return table.text();
}

}  // namespace noiseloom
