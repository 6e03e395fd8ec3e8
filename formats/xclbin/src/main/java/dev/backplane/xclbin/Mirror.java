package dev.backplane.xclbin;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The JSON description of header and sections that the tools append for people. No reader needs it,
 * and nothing of it is believed here.
 *
 * @param start where its first marker starts in the trailer
 * @param json what is between the markers
 * @param end where its last marker ends in the trailer
 */
record Mirror(int start, String json, int end) {
  private static final byte[] START =
      "XCLBIN_MIRROR_DATA_START".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] END = "XCLBIN_MIRROR_DATA_END".getBytes(StandardCharsets.US_ASCII);

  static Optional<Mirror> in(Bytes trailer) {
    int start = trailer.indexOf(START, 0);
    if (start < 0) {
      return Optional.empty();
    }
    int from = start + START.length;
    int end = trailer.indexOf(END, from);
    return end < 0
        ? Optional.empty()
        : Optional.of(
            new Mirror(
                start,
                new String(trailer.slice(from, end - from).toArray(), StandardCharsets.UTF_8),
                end + END.length));
  }

  /** The trailer with this mirror replaced by one of another header and other sections. */
  Bytes replaced(Bytes trailer, XclbinHeader header, List<Section> sections, long[] offsets) {
    byte[] before = trailer.slice(0, start).toArray();
    byte[] json = describe(header, sections, offsets).getBytes(StandardCharsets.UTF_8);
    byte[] after = trailer.slice(end, trailer.size() - end).toArray();
    var whole = new byte[before.length + START.length + json.length + END.length + after.length];
    int at = 0;
    for (byte[] part : List.of(before, START, json, END, after)) {
      System.arraycopy(part, 0, whole, at, part.length);
      at += part.length;
    }
    return Bytes.owned(whole);
  }

  private static String describe(XclbinHeader header, List<Section> sections, long[] offsets) {
    var json = new StringBuilder("{\"header\":{");
    field(json, "Magic", "xclbin2").append(',');
    field(json, "KeyBlock", HexFormat.of().formatHex(header.keyBlock().toArray())).append(',');
    field(json, "UniqueID", hex(header.uniqueId())).append(',');
    field(json, "TimeStamp", Long.toUnsignedString(header.timestamp())).append(',');
    field(json, "FeatureRomTimeStamp", Long.toUnsignedString(header.featureRomTimestamp()))
        .append(',');
    field(json, "Version", header.version()).append(',');
    field(json, "Mode", Integer.toString(header.modeNumber())).append(',');
    field(json, "InterfaceUUID", header.interfaceUuid().toString()).append(',');
    field(json, "PlatformVBNV", header.platform()).append(',');
    field(json, "XclBinUUID", header.uuid().toString());
    json.append("},\"section_header\":[");
    for (int i = 0; i < sections.size(); i++) {
      var section = sections.get(i);
      json.append(i == 0 ? "{" : ",{");
      field(json, "Kind", Integer.toUnsignedString(section.number())).append(',');
      field(json, "Name", section.name()).append(',');
      field(json, "Offset", hex(offsets[i])).append(',');
      field(json, "Size", hex(section.data().size())).append('}');
    }
    return json.append("]}").toString();
  }

  private static String hex(long number) {
    return "0x" + Long.toHexString(number);
  }

  private static StringBuilder field(StringBuilder json, String name, String value) {
    json.append('"').append(name).append("\":\"");
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ' || c > '~') {
        json.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"');
  }
}
