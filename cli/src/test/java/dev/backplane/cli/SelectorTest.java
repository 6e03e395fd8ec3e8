package dev.backplane.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SelectorTest {
  @Test
  void aFilterIsReadAsItPrintsItself() {
    String words =
        "host=*,type=fpga,object=device,name=card0,kernel=vadd,"
            + "guid=11111111-2222-3333-4444-555555555555,vendor=10ee,device=5000,"
            + "bus=0000:3b:00.0,parent=slot1";
    assertThat(Selector.parse(words.replace("object=device", "object=DEVICE")))
        .singleElement()
        .hasToString(words.replace("object=device", "object=DEVICE"));
  }

  @Test
  void aBarSeparatesAlternatives() {
    assertThat(Selector.parse("type=gpu|type=fpga,host=*"))
        .extracting(Filter::toString)
        .containsExactly("host=localhost,type=gpu", "host=*,type=fpga");
  }

  @Test
  void wordsWithoutAnEqualsSignAreAnId() {
    assertThat(Selector.isId("softcard/card0")).isTrue();
    assertThat(Selector.isId("type=fpga")).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "=x",
        "colour=red",
        "type=fpga,",
        "type=FPGA",
        "guid=1",
        "vendor=zz",
        "vendor=-1",
        "device=-5",
        "device=10000",
        "bus=1",
        "object=x",
        "type=fpga||"
      })
  void whatIsNoSelectorIsRefused(String words) {
    assertThatThrownBy(() -> Selector.parse(words))
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
  }
}
