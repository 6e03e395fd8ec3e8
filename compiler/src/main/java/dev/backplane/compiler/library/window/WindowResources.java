package dev.backplane.compiler.library.window;

import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.resource.Resources;
import java.util.Map;

/** What the static unit {@code backplane_window} needs, by its parameters. */
final class WindowResources {
  private static final int ADDERS = 25;
  private static final int POSITIONS = 6;
  private static final int ADDRESSES = 5;
  private static final int CHANNELS = 2;

  private WindowResources() {}

  static Resources of(HdlInstance instance) {
    Map<String, Integer> parameters = instance.parameters();
    int width = parameters.getOrDefault("WIDTH", 0);
    int addressWidth = parameters.getOrDefault("ADDRESS_WIDTH", 0);
    int isPadding = 1;
    int isValid = 1;
    return new Resources(
        0,
        ADDERS,
        (long) POSITIONS * parameters.getOrDefault("POSITION_WIDTH", 0)
            + (long) ADDRESSES * addressWidth
            + (long) CHANNELS * parameters.getOrDefault("CHANNEL_WIDTH", 0)
            + parameters.getOrDefault("GROUP_WIDTH", 0)
            + width
            + isPadding
            + isValid,
        (long) width << addressWidth);
  }
}
