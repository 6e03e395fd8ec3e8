package dev.backplane.examples.digits;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Digits of seven segments, moved about and with noise: a data set that is always there. */
final class DrawnDigits {
  /** Which of the segments a digit has: top, upper left and right, middle, lower ones, bottom. */
  private static final String[] SEGMENTS = {
    "1110111", "0010010", "1011101", "1011011", "0111010", "1101011", "1101111", "1010010",
    "1111111", "1111011"
  };

  /** Column, row, width and height of each segment. */
  private static final int[][] PLACES = {
    {9, 5, 10, 2},
    {8, 6, 2, 8},
    {18, 6, 2, 8},
    {9, 13, 10, 2},
    {8, 14, 2, 8},
    {18, 14, 2, 8},
    {9, 21, 10, 2}
  };

  private DrawnDigits() {}

  static DigitSet set(int training, int test, long seed) {
    Random random = new Random(seed);
    return new DigitSet(draw(training, random), draw(test, random));
  }

  private static List<Digit> draw(int count, Random random) {
    List<Digit> digits = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      float[] pixels = new float[Digit.PIXELS];
      for (int each = 0; each < pixels.length; each++) {
        pixels[each] = random.nextFloat() < 0.1 ? random.nextFloat() / 2 : 0;
      }
      int right = random.nextInt(-1, 2);
      int down = random.nextInt(-1, 2);
      int label = i % Digit.CLASSES;
      for (int segment = 0; segment < PLACES.length; segment++) {
        if (SEGMENTS[label].charAt(segment) == '1') {
          fill(pixels, PLACES[segment], right, down, 0.6f + 0.4f * random.nextFloat());
        }
      }
      digits.add(new Digit(label, pixels));
    }
    return digits;
  }

  private static void fill(float[] pixels, int[] place, int right, int down, float darkness) {
    for (int row = place[1]; row < place[1] + place[3]; row++) {
      for (int column = place[0]; column < place[0] + place[2]; column++) {
        pixels[(row + down) * Digit.SIDE + column + right] = darkness;
      }
    }
  }
}
