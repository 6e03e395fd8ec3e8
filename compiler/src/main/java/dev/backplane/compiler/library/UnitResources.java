package dev.backplane.compiler.library;

import dev.backplane.compiler.Compiler;
import dev.backplane.compiler.CompilerExtension;
import dev.backplane.compiler.hdl.HdlInstance;
import dev.backplane.compiler.resource.Resources;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Estimates the hardware that the shipped static units need, by their parameters. */
public final class UnitResources extends CompilerExtension {
  /** A switch over names, as each function of its own would be a class at every start. */
  private static final List<String> UNITS =
      List.of(
          "backplane_add",
          "backplane_argmax",
          "backplane_binary",
          "backplane_channel_sum",
          "backplane_clip",
          "backplane_concat",
          "backplane_counter",
          "backplane_divide",
          "backplane_fork",
          "backplane_frame_ram",
          "backplane_linear",
          "backplane_lines",
          "backplane_lookup",
          "backplane_lstm",
          "backplane_narrow",
          "backplane_pass",
          "backplane_queue",
          "backplane_reduce",
          "backplane_scaled_add",
          "backplane_sign",
          "backplane_slopes",
          "backplane_thresholds",
          "backplane_widen",
          "backplane_window");

  /** Creates the plugin, for the plugin loader. */
  public UnitResources() {}

  @Override
  protected void extend(Compiler compiler) {
    for (String name : UNITS) {
      keep(compiler.resources().register(name, instance -> estimate(name, new Unit(instance))));
    }
    keep(compiler.resources().registerWithMemories(MatrixUnit.UNIT, MatrixResources::of));
    keep(compiler.resources().registerWithMemories(RescaleUnit.UNIT, RescaleResources::of));
  }

  private static Resources estimate(String name, Unit unit) {
    return switch (name) {
      case "backplane_add" -> adders(1 + unit.rounding("SHIFT"));
      case "backplane_argmax" -> argmax(unit);
      case "backplane_binary" -> binary(unit);
      case "backplane_channel_sum" -> channelSum(unit);
      case "backplane_clip" -> adders(unit.rounding("SHIFT"));
      case "backplane_concat" -> concat(unit);
      case "backplane_counter" -> counter(unit);
      case "backplane_divide" -> divide(unit);
      case "backplane_fork" -> new Resources(0, 0, 2, 0);
      case "backplane_frame_ram" -> frameRam(unit);
      case "backplane_linear" -> linear(unit);
      case "backplane_lines" -> lines(unit);
      case "backplane_lookup" -> lookup(unit);
      case "backplane_lstm" -> lstm(unit);
      case "backplane_narrow" -> adapter(unit);
      case "backplane_pass" -> Resources.NONE;
      case "backplane_queue" -> queue(unit);
      case "backplane_reduce" -> reduce(unit);
      case "backplane_scaled_add" -> scaledAdd(unit);
      case "backplane_sign" -> Resources.NONE;
      case "backplane_slopes" -> slopes(unit);
      case "backplane_thresholds" -> thresholds(unit);
      case "backplane_widen" -> adapter(unit);
      case "backplane_window" -> window(unit);
      default -> throw new IllegalArgumentException(name);
    };
  }

  /** A static unit with its parameters. */
  private record Unit(HdlInstance instance) {
    int of(String parameter) {
      return instance.parameters().getOrDefault(parameter, 0);
    }

    int sum(String... parameters) {
      return Stream.of(parameters).mapToInt(this::of).sum();
    }

    /** {@return 1 if a parameter is not 0, and so an adder for it} */
    int isNotZero(String parameter) {
      return of(parameter) == 0 ? 0 : 1;
    }

    /** {@return the number of adders that rounding takes: 1 if a result is shifted} */
    int rounding(String shift) {
      return of(shift) > 0 ? 1 : 0;
    }
  }

  private static Resources adders(int count) {
    return new Resources(0, count, 0, 0);
  }

  private static boolean isPowerOfTwo(int number) {
    return Integer.bitCount(number) == 1;
  }

  private static Resources linear(Unit unit) {
    return linear(unit, "IN_WIDTH", "SHIFT");
  }

  private static Resources linear(Unit unit, String operandWidth, String shift) {
    int lanes = unit.of("LANES");
    int counterBits = unit.sum("INDEX_WIDTH", "GROUP_WIDTH", "LANE_WIDTH");
    int flags = 6;
    // A lane has a sum that grows and one that leaves.
    long sumBits = 2L * lanes * unit.of("SUM_WIDTH");
    int width = unit.of(operandWidth);
    boolean isReadAgain = unit.of("GROUPS") > 1;
    return addresses(unit, "BIAS_", "WEIGHT_")
        .plus(
            new Resources(
                lanes,
                lanes + 3 + unit.rounding(shift),
                flags + counterBits + sumBits + width,
                isReadAgain ? (long) unit.of("INPUTS") * width : 0));
  }

  /** A counter for each memory of more than one word; a constant has no address. */
  private static Resources addresses(Unit unit, String... memories) {
    Resources counters = Resources.NONE;
    for (String memory : memories) {
      if (unit.of(memory + "WORDS") > 1) {
        counters = counters.plus(new Resources(0, 1, unit.of(memory + "ADDRESS_WIDTH"), 0));
      }
    }
    return counters;
  }

  /** Estimates an LSTM: a linear layer, counters of inputs and of units, and their state. */
  private static Resources lstm(Unit unit) {
    int roundings =
        unit.rounding("CELL_SHIFT") + unit.rounding("STATE_SHIFT") + unit.rounding("RESULT_SHIFT");
    int counterBits = unit.of("INDEX_WIDTH") + 2 * unit.sum("UNIT_WIDTH", "STEP_WIDTH");
    int flags = 8;
    int valueBits = 4 * unit.of("ACTIVATION_WIDTH") + 2 * unit.of("CELL_WIDTH");
    return linear(unit, "OPERAND_WIDTH", "GATE_SHIFT")
        .plus(
            new Resources(
                3,
                7 + roundings,
                flags + counterBits + valueBits + unit.of("OUT_WIDTH"),
                (long) unit.sum("CELL_WIDTH", "OUT_WIDTH") << unit.of("UNIT_WIDTH")));
  }

  private static Resources slopes(Unit unit) {
    int offset = unit.of("OFFSET") == 0 ? 0 : 1;
    return new Resources(1, offset + unit.rounding("SHIFT"), 1 + unit.of("SUM_WIDTH"), 0);
  }

  /** Estimates two products and their sum; a multiplier that is a power of two is a shift. */
  private static Resources scaledAdd(Unit unit) {
    int zeros = unit.isNotZero("ZERO0") + unit.isNotZero("ZERO1") + unit.isNotZero("ZERO");
    int flags = 2;
    int multipliers = 2;
    long bits = flags + 3L * unit.of("SUM_WIDTH");
    for (String name : List.of("MULTIPLIER0", "MULTIPLIER1")) {
      if (isPowerOfTwo(unit.of(name))) {
        multipliers--;
        bits -= Integer.numberOfTrailingZeros(unit.of(name));
      }
    }
    return new Resources(multipliers, 1 + unit.rounding("SHIFT") + zeros, bits, 0);
  }

  private static Resources reduce(Unit unit) {
    int flags = 1;
    return new Resources(
        0, 1 + unit.of("SUM"), flags + unit.of("COUNT_WIDTH") + 2L * unit.of("OUT_WIDTH"), 0);
  }

  private static Resources channelSum(Unit unit) {
    return new Resources(
        0,
        3,
        unit.sum("COUNT_WIDTH", "CHANNEL_WIDTH"),
        (long) unit.of("CHANNELS") * unit.of("OUT_WIDTH"));
  }

  /** Steps, a rest that becomes less, and three signs and roundings; a shift needs none of it. */
  private static Resources divide(Unit unit) {
    if (unit.of("DIVISOR") == 1) {
      return adders(unit.rounding("SHIFT"));
    }
    int flags = 3;
    return new Resources(
        0, 5, flags + unit.sum("STEP_WIDTH", "IN_WIDTH", "SCALE", "DIVISOR_WIDTH"), 0);
  }

  /**
   * Estimates windows: twelve counters and sums that are always there, and one for each way in
   * which a coordinate or an address advances. Rows of the buffer are a ring, which takes one more
   * for each.
   */
  private static Resources window(Unit unit) {
    int width = unit.of("WIDTH");
    int addressWidth = unit.of("ADDRESS_WIDTH");
    long ways =
        steps(unit.of("REACH_DOWN"), unit.of("STRIDE_DOWN"))
            + steps(unit.of("REACH_RIGHT"), unit.of("STRIDE_RIGHT"))
            + steps(unit.of("WINDOW_OFFSET"), unit.of("GROUP_OFFSET"))
            + steps(unit.of("TAP_OFFSET"))
            + steps(unit.of("IMAGE_ROW"), unit.of("WINDOW_ROW"))
            + steps(unit.of("TAP_ROW"));
    int rings = unit.of("IMAGE_ROW") == unit.of("WINDOW_ROW") ? 2 : 3;
    int flags = 2;
    int counterBits =
        6 * unit.of("POSITION_WIDTH")
            + 5 * addressWidth
            + 2 * unit.of("CHANNEL_WIDTH")
            + unit.of("GROUP_WIDTH");
    return new Resources(
        0, 12 + ways + rings, flags + counterBits + width, (long) width << addressWidth);
  }

  /**
   * {@return the number of adders that add these steps to one number: one for each different step
   * but 0}
   */
  private static long steps(int... steps) {
    return IntStream.of(steps).filter(step -> step != 0).distinct().count();
  }

  /** Two coordinates and two distances, places in the image, a window, and the rows above. */
  private static Resources lines(Unit unit) {
    int places = (unit.of("TOP") > 0 ? 1 : 0) + (unit.of("LEFT") > 0 ? 1 : 0);
    int flags = 1;
    long columnBits = (long) unit.of("ROWS") * unit.of("PIXEL");
    return new Resources(
        0,
        4 + places,
        flags + 2L * unit.sum("X_WIDTH", "Y_WIDTH") + columnBits * unit.of("COLUMNS"),
        (columnBits - unit.of("PIXEL")) << unit.of("X_WIDTH"));
  }

  /** A beat of the wider stream, and a counter of those of the other one. */
  private static Resources adapter(Unit unit) {
    int flags = 1;
    return new Resources(
        0, 1, flags + unit.of("COUNT_WIDTH") + (long) unit.of("RATIO") * unit.of("WIDTH"), 0);
  }

  private static Resources lookup(Unit unit) {
    int flags = 2;
    return new Resources(
        isPowerOfTwo(unit.of("ELEMENTS")) ? 0 : 1,
        2,
        flags + unit.sum("INDEX_WIDTH", "ADDRESS_WIDTH"),
        0);
  }

  /**
   * Estimates a binary layer: four counters, a count that grows by the ones of all lanes, and its
   * difference from the number of inputs.
   */
  private static Resources binary(Unit unit) {
    int lanes = unit.of("LANES");
    int flags = 5;
    int counterBits = unit.sum("INDEX_WIDTH", "LANE_WIDTH", "CHUNK_WIDTH", "ADDRESS_WIDTH");
    return new Resources(
        0,
        5 + lanes,
        flags + counterBits + 2 * lanes + 2 * unit.of("COUNT_WIDTH"),
        (long) lanes << unit.of("CHUNK_WIDTH"));
  }

  private static Resources thresholds(Unit unit) {
    int flags = 1;
    int steps = unit.of("COUNT") - (unit.of("FIRST") == 0 ? 1 : 0);
    boolean isCounted = unit.of("CHANNELS") > 1;
    return new Resources(
        0,
        steps + (isCounted ? 1 : 0),
        flags + unit.of("IN_WIDTH") + (isCounted ? unit.of("CHANNEL_WIDTH") : 0),
        0);
  }

  private static Resources argmax(Unit unit) {
    int flags = 1;
    return new Resources(0, 1, flags + 3 * unit.of("COUNT_WIDTH") + unit.of("IN_WIDTH"), 0);
  }

  private static Resources concat(Unit unit) {
    int flags = 1;
    return new Resources(0, 1 + unit.rounding("SHIFT"), flags + unit.of("COUNT_WIDTH"), 0);
  }

  private static Resources counter(Unit unit) {
    return new Resources(0, 2, unit.sum("COUNT_WIDTH", "RUN_WIDTH"), 0);
  }

  /** Estimates a memory of frames: two addresses and four counters. */
  private static Resources frameRam(Unit unit) {
    int width = unit.of("WIDTH");
    int addressWidth = unit.of("ADDRESS_WIDTH");
    int flags = 5;
    return new Resources(0, 6, flags + 6 * addressWidth + width, (2L * width) << addressWidth);
  }

  private static Resources queue(Unit unit) {
    int flags = 1;
    return new Resources(
        0,
        4,
        flags + 2 * unit.of("ADDRESS_WIDTH") + unit.sum("COUNT_WIDTH", "WIDTH"),
        (long) unit.of("DEPTH") * unit.of("WIDTH"));
  }
}
