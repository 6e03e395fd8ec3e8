package dev.backplane.compiler.library.window;

import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlSection;
import dev.backplane.compiler.hdl.Rom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Configures the static unit {@code backplane_window}, which gives the windows of a tensor.
 *
 * @param window the layout of the windows
 * @param width the width of an element in bits
 * @param padding the elements around the tensor
 */
record WindowUnit(Window window, int width, long padding) {
  private static final String UNIT = "backplane_window";

  HdlInstance instance() {
    return new HdlInstance(UNIT, true, parameters(), List.of(UNIT));
  }

  HdlSection section() {
    return new HdlSection(instance(), width);
  }

  private SequencedMap<String, Integer> parameters() {
    Axis rows = window.rows();
    Axis columns = window.columns();
    int channels = window.channels();
    int groupChannels = channels / window.groups();
    int rowSize = columns.extent() * channels;
    int bufferRows = Math.min(rows.reach() + 1, rows.extent());
    int depth = bufferRows * rowSize;
    int addressWidth = Rom.indexWidth(depth);
    int positions =
        Math.max(
            2 * rows.extent() + rows.before() + rows.after() + rows.reach() + rows.stride(),
            columns.extent() + columns.before() + columns.after() + columns.stride());
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("WIDTH", width);
    parameters.put("PADDING", Math.toIntExact(padding));
    // One bit more for the sign.
    parameters.put("POSITION_WIDTH", Rom.indexWidth(positions + 1) + 1);
    parameters.put("ADDRESS_WIDTH", addressWidth);
    parameters.put("CHANNEL_WIDTH", Rom.indexWidth(channels));
    parameters.put("GROUP_WIDTH", Rom.indexWidth(window.groups()));
    parameters.put("ROWS", bufferRows);
    parameters.put("DEPTH", depth);
    parameters.put("HEIGHT", rows.extent());
    parameters.put("COLUMNS", columns.extent());
    parameters.put("CHANNELS", channels);
    parameters.put("GROUPS", window.groups());
    parameters.put("GROUP_CHANNELS", groupChannels);
    parameters.put("PAD_TOP", rows.before());
    parameters.put("PAD_LEFT", columns.before());
    parameters.put("REACH_DOWN", rows.reach());
    parameters.put("REACH_RIGHT", columns.reach());
    parameters.put("STRIDE_DOWN", rows.stride());
    parameters.put("STRIDE_RIGHT", columns.stride());
    parameters.put("DILATION_DOWN", rows.dilation());
    parameters.put("DILATION_RIGHT", columns.dilation());
    parameters.put("LAST_TOP", rows.last());
    parameters.put("LAST_LEFT", columns.last());
    parameters.put("FIRST_ROW", Math.floorMod(-rows.before(), bufferRows) * rowSize);
    parameters.put("TAP_ROW", Math.floorMod(rows.dilation(), bufferRows) * rowSize);
    parameters.put("WINDOW_ROW", Math.floorMod(rows.stride(), bufferRows) * rowSize);
    parameters.put("IMAGE_ROW", Math.floorMod(rows.extent() - rows.last(), bufferRows) * rowSize);
    int modulus = 1 << addressWidth;
    parameters.put("FIRST_OFFSET", Math.floorMod(-(long) columns.before() * channels, modulus));
    parameters.put(
        "TAP_OFFSET",
        Math.floorMod((long) columns.dilation() * channels - groupChannels + 1, modulus));
    parameters.put("GROUP_OFFSET", Math.floorMod(groupChannels, modulus));
    parameters.put(
        "WINDOW_OFFSET",
        Math.floorMod((long) columns.stride() * channels - channels + groupChannels, modulus));
    return parameters;
  }
}
