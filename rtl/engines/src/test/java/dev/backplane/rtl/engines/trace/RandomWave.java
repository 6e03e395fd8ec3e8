package dev.backplane.rtl.engines.trace;

import dev.backplane.rtl.netlist.Port;
import dev.backplane.rtl.netlist.Port.Direction;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** A waveform from a seed: signals of all widths, some busy and some still, with unknown bits. */
final class RandomWave {
  private static final int[] WIDTHS = {1, 1, 1, 2, 3, 8, 32, 63, 64, 65, 130, 512};

  private final Random random;
  private final List<Port> signals = new ArrayList<>();
  private final int[] oneIn;

  RandomWave(long seed) {
    random = new Random(seed);
    int count = 3 + random.nextInt(12);
    oneIn = new int[count];
    for (int i = 0; i < count; i++) {
      String scope = random.nextBoolean() ? "" : "u" + random.nextInt(3) + ".";
      signals.add(
          new Port(scope + "s" + i, Direction.OUTPUT, WIDTHS[random.nextInt(WIDTHS.length)]));
      oneIn[i] = 1 + random.nextInt(i % 4 == 3 ? 400 : 6);
    }
  }

  /** Writes so many times into a sink and closes it. */
  void fill(WaveSink sink, int times) {
    sink.begin(signals, "top");
    long time = random.nextInt(3) == 0 ? 0 : random.nextInt(5000);
    for (int step = 0; step < times; step++) {
      sink.time(time);
      for (int i = 0; i < oneIn.length; i++) {
        if (random.nextInt(oneIn[i]) == 0) {
          change(sink, i);
        }
      }
      time += 1 + random.nextInt(random.nextInt(50) == 0 ? 10_000 : 8);
    }
    sink.close();
  }

  private void change(WaveSink sink, int signal) {
    int words = WaveSink.words(signals.get(signal).width());
    long[] value = new long[words];
    long[] unknown = new long[words];
    boolean hasUnknown = random.nextInt(10) == 0;
    for (int i = 0; i < words; i++) {
      value[i] = random.nextInt(4) == 0 ? 0 : random.nextLong();
      unknown[i] = hasUnknown ? random.nextLong() : 0;
    }
    int rest = signals.get(signal).width() % Long.SIZE;
    if (rest != 0) {
      value[words - 1] &= (1L << rest) - 1;
      unknown[words - 1] &= (1L << rest) - 1;
    }
    sink.change(signal, value, unknown, 0);
  }
}
