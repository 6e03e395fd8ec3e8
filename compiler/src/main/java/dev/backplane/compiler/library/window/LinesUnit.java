package dev.backplane.compiler.library.window;

import dev.backplane.compiler.hdl.Beats;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.hdl.HdlSection;
import dev.backplane.compiler.hdl.Rom;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * Configures the static unit {@code backplane_lines}, which gives a whole window in a clock.
 *
 * @param window the layout of the windows, of one group, without dilation
 * @param width the width of an element in bits
 * @param padding the elements around the tensor
 */
record LinesUnit(Window window, int width, long padding) {
  private static final String UNIT = "backplane_lines";

  /** {@return whether windows of this layout can be whole} */
  static boolean fits(Window window) {
    return window.groups() == 1
        && window.rows().dilation() == 1
        && window.columns().dilation() == 1;
  }

  HdlSection section() {
    int channels = window.channels();
    int elements = window.groupSize();
    HdlInstance instance =
        new HdlInstance(
            UNIT, true, parameters(), List.of(UNIT), new Beats(channels, elements, false));
    return new HdlSection(instance, width);
  }

  private SequencedMap<String, Integer> parameters() {
    Axis rows = window.rows();
    Axis columns = window.columns();
    int height = rows.before() + rows.extent() + rows.after();
    int allColumns = columns.before() + columns.extent() + columns.after();
    SequencedMap<String, Integer> parameters = new LinkedHashMap<>();
    parameters.put("PIXEL", width * window.channels());
    parameters.put("ELEMENTS", window.channels());
    parameters.put("PADDING", Math.toIntExact(padding));
    parameters.put("ROWS", rows.kernel());
    parameters.put("COLUMNS", columns.kernel());
    parameters.put("HEIGHT", height);
    parameters.put("WIDTH", allColumns);
    parameters.put("TOP", rows.before());
    parameters.put("LEFT", columns.before());
    parameters.put("IMAGE_HEIGHT", rows.extent());
    parameters.put("IMAGE_WIDTH", columns.extent());
    parameters.put("STRIDE_DOWN", rows.stride());
    parameters.put("STRIDE_RIGHT", columns.stride());
    parameters.put("Y_WIDTH", Rom.indexWidth(height + 1));
    parameters.put("X_WIDTH", Rom.indexWidth(allColumns + 1));
    return parameters;
  }
}
