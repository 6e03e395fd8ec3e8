package dev.backplane.rtl.engines.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class WordGraphTest {
  private final WordGraph words = new WordGraph();
  private final Word x = words.input(0, 1);
  private final Word y = words.input(1, 1);
  private final Word notX = words.not(x, 1);

  @Test
  void complementsAreRecognisedInAllForms() {
    Word masked = words.truncate(words.xor(x, words.constant(-1)), 1);
    assertThat(masked).isEqualTo(notX);
    assertThat(words.not(masked, 1)).isEqualTo(x);
    assertThat(WordGraph.isOpposite(x, masked)).isTrue();
    assertThat(WordGraph.isOpposite(x, y)).isFalse();
  }

  @Test
  void comparisonsWithZeroAreComplements() {
    Word number = words.input(2, 0xff);
    assertThat(WordGraph.isOpposite(words.isZero(number), words.notZero(number))).isTrue();
  }

  @Test
  void absorptionLawsApply() {
    assertThat(words.and(x, words.or(x, y))).isEqualTo(x);
    assertThat(words.or(x, words.and(x, y))).isEqualTo(x);
    assertThat(words.and(x, words.or(notX, y))).isEqualTo(words.and(x, y));
    assertThat(words.or(x, words.and(notX, y))).isEqualTo(words.or(x, y));
    assertThat(words.and(x, notX)).isEqualTo(words.zero);
    assertThat(words.or(x, notX)).isEqualTo(words.one);
    assertThat(words.and(x, words.and(notX, y))).isEqualTo(words.zero);
    assertThat(words.or(x, words.or(notX, y))).isEqualTo(words.one);
  }

  @Test
  void wordsOfMoreBitsHaveNoOpposite() {
    Word number = words.input(2, 0xff);
    Word changed = words.xor(number, words.one);
    assertThat(WordGraph.isOpposite(number, changed)).isFalse();
    assertThat(words.or(number, changed)).isNotEqualTo(words.one);
  }

  @Test
  void aMuxByAComplementSwapsItsInputs() {
    Word a = words.input(3, 0xffff);
    Word b = words.input(4, 0xffff);
    Word number = words.input(2, 0xff);
    assertThat(words.mux(notX, a, b)).isEqualTo(words.mux(x, b, a));
    assertThat(words.mux(words.notZero(number), a, b))
        .isEqualTo(words.mux(words.isZero(number), b, a));
  }
}
