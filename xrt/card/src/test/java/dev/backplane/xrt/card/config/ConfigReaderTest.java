package dev.backplane.xrt.card.config;

import static dev.backplane.xrt.card.TestCard.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Bank;
import dev.backplane.api.ErrorCode;
import dev.backplane.xrt.card.JavaKernels;
import dev.backplane.xrt.card.TestCard;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ConfigReaderTest {
  private static List<CardConfig> read(String json) {
    return TestCard.configs(json.replace('\'', '"'));
  }

  @Test
  void nothingIsOneCardOfTheDefaults() {
    assertThat(read("{}")).containsExactly(CardConfig.named("card0"));
  }

  @Test
  void aModeIsOneOfThreeForAllCardsOrForOne() {
    assertThat(read("{'mode': 'ert', 'cards': [{}, {'mode': 'host'}, {'mode': 'ert-30'}]}"))
        .extracting(CardConfig::mode)
        .containsExactly(SchedulerMode.ERT, SchedulerMode.HOST, SchedulerMode.ERT_30);
    assertThat(refuses(ErrorCode.CONFIGURATION_INVALID, () -> read("{'mode': 'kds'}")))
        .hasMessageContaining("config.mode")
        .hasMessageContaining("host, ert, ert-30");
  }

  @Test
  void aCountGivesNumberedCards() {
    assertThat(read("{'count': 3}"))
        .extracting(CardConfig::name)
        .containsExactly("card0", "card1", "card2");
  }

  @Test
  void keysBesideTheCardsHoldForAllUnlessACardHasItsOwn() {
    List<CardConfig> cards =
        read("{'latency': 3, 'watchdog_cycles': 5, 'cards': [{'name': 'x'}, {'latency': 4}]}");

    assertThat(cards).extracting(CardConfig::name).containsExactly("x", "card1");
    assertThat(cards).extracting(CardConfig::latency).containsExactly(3, 4);
    assertThat(cards).extracting(CardConfig::watchdogCycles).containsExactly(5L, 5L);
  }

  @Test
  void addressesAndSizesMayBeHexadecimalTexts() {
    List<CardConfig> cards =
        read("{'banks': [{'name': 'A', 'address': '0x10000', 'size': '0x2000'}]}");

    assertThat(cards.getFirst().banks()).containsExactly(new Bank(0, "A", 0x10000, 0x2000));
  }

  @Test
  void aJavaKernelIsFoundByItsClass() {
    var kernels = read("{'java_kernels': {'k': '" + JavaKernels.Vadd.class.getName() + "'}}");

    assertThat(kernels.getFirst().javaKernels())
        .hasEntrySatisfying(
            "k", kernel -> assertThat(kernel.get()).isInstanceOf(JavaKernels.Vadd.class));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "[]                                                   | config: must be an object",
        "{'colour': 1}                                        | config.colour: unknown key",
        "{'cards': [{'nam': 'a'}]}                            | config.cards[0].nam: unknown key;"
            + " there are banks",
        "{'cards': [{'nam': 'a'}]}                            | Did you mean 'name'? (line 1,"
            + " column 20)",
        "{'cards': []}                                        | config.cards: must have at least"
            + " one card",
        "{'cards': {}}                                        | config.cards: must be an array",
        "{'cards': [1]}                                       | config.cards[0]: must be an object",
        "{'cards': [{'name': 'a b'}]}                         | config.cards[0].name",
        "{'cards': [{'name': 7}]}                             | config.cards[0].name",
        "{'count': 0}                                         | config.count: must be a whole"
            + " number from 1",
        "{'count': 1.5}                                       | config.count: must be a whole"
            + " number",
        "{'count': 1000000}                                   | config.count: must be a whole"
            + " number from 1",
        "{'count': 1, 'cards': [{}]}                          | config.count: contradicts",
        "{'engine': 'abacus'}                                 | config.engine: must be one of",
        "{'latency': -1}                                      | config.latency: must be a whole"
            + " number from 1",
        "{'watchdog_cycles': 'many'}                          | config.watchdog_cycles: must be a",
        "{'banks': []}                                        | config.banks: must have at least"
            + " one bank",
        "{'banks': [{'name': 'A'}]}                           | config.banks[0]: the key 'address'",
        "{'banks': [{'name': 'A', 'address': 0, 'size': 1}]}  | config.banks[0].size: must be",
        "{'java_kernels': {'k': 'no.such.Class'}}             | config.java_kernels.k: class"
            + " no.such",
        "{'java_kernels': {'k': 'java.lang.String'}}          | does not implement",
        "{'board': 7}                                         | config.board: must be an object",
        "{'board': {'colour': 1}}                             | config.board.colour: unknown key",
        "{'board': {'management': 'no'}}                      | config.board.management: must be",
        "{'board': {'health_ms': 999}}                        | from 1000",
        "{'board': {'power_limit': -1}}                       | config.board.power_limit: must be",
        "{'board': {'flash': ''}}                             | config.board.flash: must not be"
            + " blank",
        "{'board': {'user_requests': ['FIREWALL']}}           | is nothing that the user",
        "{'board': {'user_requests': 'all'}}                  | must be an array",
        "{'count': 2, 'board': {'flash': 'a'}}                | is the flash of two cards",
      })
  void namesThePlaceOfEachMistake(String json, String message) {
    var error = refuses(ErrorCode.CONFIGURATION_INVALID, () -> read(json));

    assertThat(error.getMessage()).contains(message);
  }

  @Test
  void eachCardHasItsFlash() {
    assertThat(read("{'count': 2, 'board': {'flash': 'x/{card}.flash', 'health_ms': 1000}}"))
        .extracting(card -> String.valueOf(card.board().flash()))
        .containsExactly("x/card0.flash", "x/card1.flash");
  }

  @Test
  void banksDoNotOverlap() {
    var error =
        refuses(
            ErrorCode.CONFIGURATION_INVALID,
            () ->
                read(
                    "{'banks': [{'name': 'A', 'address': 0, 'size': 8192},"
                        + "{'name': 'B', 'address': 4096, 'size': 8192}]}"));

    assertThat(error.getMessage()).contains("config.banks[1]: overlaps bank A");
  }

  @Test
  void twoCardsOfOneNameAreADuplicate() {
    refuses(ErrorCode.DUPLICATE_NAME, () -> read("{'cards': [{'name': 'a'}, {'name': 'a'}]}"));
  }

  @Test
  void reportsTextThatIsNoJsonAsASyntaxError() {
    refuses(ErrorCode.CONFIGURATION_SYNTAX, () -> read("{'cards': "));
  }
}
