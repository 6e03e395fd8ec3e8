package dev.backplane.rtl.corpus;

import java.util.Random;
import tools.jackson.databind.JsonNode;

/** The values that an input of a design gets, tick by tick. */
sealed interface InputHint {
  /** Corner values, small numbers or random bits; unchanged in a third of the ticks. */
  InputHint ANY = new Any();

  /** The next value of a word of the input. */
  long next(Random random, int tick, long before);

  static InputHint read(JsonNode node) {
    if (node.has("reset")) {
      return new Reset(
          node.path("reset").asString().equals("low"), node.path("again").asBoolean(true));
    }
    if (node.has("ones")) {
      return new Ones(node.path("ones").asInt());
    }
    if (node.has("below")) {
      return new Below(node.path("below").asLong());
    }
    if (node.has("every")) {
      return new Every(node.path("every").asInt(), node.path("for").asInt(1));
    }
    if (node.has("holds")) {
      return new Holds(node.path("holds").asInt());
    }
    if (node.has("is")) {
      return new Fixed(node.path("is").asLong());
    }
    throw new IllegalArgumentException("unknown hint " + node);
  }

  /** See {@link #ANY}. */
  record Any() implements InputHint {
    @Override
    public long next(Random random, int tick, long before) {
      return switch (random.nextInt(9)) {
        case 0, 1, 2 -> before;
        case 3 -> random.nextInt(5);
        case 4 -> -1L;
        case 5 -> 0x8000_8000_8000_8080L >>> (random.nextInt(4) * 16);
        default -> random.nextLong();
      };
    }
  }

  /**
   * Inactive at power-up, then active for a while, and where wanted again from time to time for at
   * least 16 ticks, since a pulse between two edges of a clock has no effect.
   */
  record Reset(boolean activeLow, boolean again) implements InputHint {
    static final int UNTIL = 24;

    @Override
    public long next(Random random, int tick, long before) {
      boolean active;
      if (tick < UNTIL) {
        active = tick > 0;
      } else if (tick == UNTIL || tick % 16 == 0) {
        active = again && tick > UNTIL && random.nextInt(30) == 0;
      } else {
        return before;
      }
      return active == activeLow ? 0 : 1;
    }
  }

  /** 1 with a probability in percent. */
  record Ones(int percent) implements InputHint {
    @Override
    public long next(Random random, int tick, long before) {
      return random.nextInt(100) < percent ? 1 : 0;
    }
  }

  /** A number below a bound. */
  record Below(long bound) implements InputHint {
    @Override
    public long next(Random random, int tick, long before) {
      return random.nextLong(bound);
    }
  }

  /** 1 in every n-th tick, and for a few after it. */
  record Every(int ticks, int length) implements InputHint {
    @Override
    public long next(Random random, int tick, long before) {
      return tick % ticks < length ? 1 : 0;
    }
  }

  /** Random bits, new ones in every n-th tick. */
  record Holds(int ticks) implements InputHint {
    @Override
    public long next(Random random, int tick, long before) {
      return tick % ticks == 0 ? random.nextLong() : before;
    }
  }

  /** A constant. */
  record Fixed(long value) implements InputHint {
    @Override
    public long next(Random random, int tick, long before) {
      return value;
    }
  }
}
