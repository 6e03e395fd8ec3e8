package dev.backplane.runtime.selector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class DeviceSelectorTest {
  @ParameterizedTest
  @CsvSource(
      delimiterString = " -> ",
      quoteCharacter = '`',
      textBlock =
          """
          *:*                   -> opencl/cpu0 opencl/gpu0 opencl/acc0 card/card0 spare/card0 lab/r0
          opencl:*              -> opencl/cpu0 opencl/gpu0 opencl/acc0
          OpenCL:GPU            -> opencl/gpu0
          opencl:acc            -> opencl/acc0
          opencl:gpu;lab:gpu    -> opencl/gpu0 lab/r0
          lab:gpu;opencl:gpu    -> opencl/gpu0 lab/r0
          opencl:0,2            -> opencl/cpu0 opencl/acc0
          opencl:0.1            -> opencl/cpu0-b
          opencl:*.*            -> opencl/cpu0-a opencl/cpu0-b
          opencl:0.*.*          -> opencl/cpu0-a-x
          opencl:0.0.0          -> opencl/cpu0-a-x
          opencl:0,0.1          -> opencl/cpu0 opencl/cpu0-b
          !*:gpu                -> opencl/cpu0 opencl/acc0 card/card0 spare/card0
          opencl:*;!opencl:gpu  -> opencl/cpu0 opencl/acc0
          opencl:*.*;!opencl:0.0 -> opencl/cpu0-b
          opencl:*.*;!opencl:0  -> ``
          *:0                   -> opencl/cpu0 card/card0 spare/card0 lab/r0
          *:fpga                -> card/card0 spare/card0
          softcard:*            -> card/card0 spare/card0
          card:0                -> card/card0
          ;; card:0 ;; lab:0,, ; -> card/card0 lab/r0
          card/card0            -> card/card0
          CARD/CARD0            -> card/card0
          lab:*;!lab/r0         -> ``
          opencl@localhost:gpu  -> opencl/gpu0
          *@host1:gpu           -> lab/r0
          *@^localhost:*        -> lab/r0
          *:*[vendor=0x10DE]    -> lab/r0
          *:*[bus=0000:3b:00.0] -> lab/r0
          *:gpu[name=*4090]     -> opencl/gpu0
          *:gpu[name="GeForce 4090"] -> opencl/gpu0
          opencl:*[name=Thing],gpu -> opencl/gpu0 opencl/acc0
          type=fpga             -> card/card0 spare/card0
          lab.lanes=8,host=*    -> lab/r0
          lab.lanes>=8,host=*   -> lab/r0
          lab.lanes>=9,host=*   -> ``
          memory_bytes>=1       -> ``
          *:gpu[lab.lanes>=2]   -> lab/r0
          type=gpu,host=*       -> opencl/gpu0 lab/r0
          type=other,host=*|name=Big CPU -> opencl/cpu0 opencl/acc0
          type=fpga;opencl:gpu;!card:*   -> opencl/gpu0 spare/card0
          """)
  void devicesAreChosenInTheOrderOfTheConfiguration(String text, String chosen) {
    assertThat(Bus.choose(text))
        .containsExactly(chosen.isEmpty() ? new String[0] : chosen.split(" "));
  }

  @Test
  void charactersOfTheGrammarInANameAreQuoted() {
    assertThat(Bus.choose("*:gpu[name=\"a;b,c]:d\"]")).isEmpty();
    assertThat(Bus.choose("opencl@\"host:7000\":gpu")).isEmpty();
  }

  @Test
  void narrowingASelectorKeepsItsParts() {
    assertThat(Bus.narrow("opencl:0"))
        .containsExactly("opencl/cpu0", "opencl/cpu0-a", "opencl/cpu0-b", "opencl/cpu0-a-x");
    assertThat(Bus.narrow("opencl:0.0")).containsExactly("opencl/cpu0-a", "opencl/cpu0-a-x");
    assertThat(Bus.narrow("opencl:*;!opencl:0")).containsExactly("opencl/gpu0", "opencl/acc0");
  }

  @Test
  void theTermOfEachDeviceChoosesIt() {
    for (Candidate candidate : Bus.candidates()) {
      assertThat(Bus.choose(candidate.term())).containsExactly(candidate.id());
      assertThat(Bus.choose(candidate.id())).containsExactly(candidate.id());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          opencl              | 1  | 6 | 'opencl:*'
          gpu                 | 1  | 3 | '*:gpu'
          1                   | 1  | 1 | '*:1'
          gpu:0               | 1  | 3 | '*:gpu'
          cuda:*              | 1  | 4 | there are opencl, card (module softcard)
          openc:*             | 1  | 5 | Did you mean 'opencl'?
          opencl:gpu:2        | 11 | 1 | 'opencl:2'
          opencl:xpu          | 8  | 3 | Families are
          opencl:gpu.0        | 8  | 5 | '*.*'
          opencl:*.1          | 10 | 1 | below '*' only '*'
          opencl:0.0.0.0      | 8  | 7 | two levels
          !opencl:gpu;opencl:*| 1  | 11| behind all others
          opencl:             | 7  | 1 | 'opencl:*'
          :gpu                | 1  | 1 | '*:gpu'
          opencl:1x           | 8  | 2 | digits only
          opencl:-1           | 8  | 2 | without a sign
          opencl:+1           | 8  | 2 | without a sign
          opencl:2147483648   | 8  | 10| too large for the number of a device
          opencl:0.99999999999| 10 | 11| too large
          opencl:0.gpu        | 10 | 3 | Write 'opencl:0.*'
          !!opencl:*          | 2  | 1 | discarded by one '!'
          opencl:0.           | 8  | 2 | a number is missing
          opencl:.1           | 8  | 2 | a number is missing
          opencl:9999999999   | 8  | 10| too large
          opencl: gpu x       | 12 | 1 | a blank stands inside
          open cl:gpu         | 5  | 1 | a blank stands inside
          opencl:gpu[vendor=zz]    | 19 | 2 | hexadecimal
          opencl:gpu[vendor=-1]    | 19 | 2 | hexadecimal
          opencl:gpu[colour=red]   | 12 | 6 | Keys are
          memory_bytes>=much       | 15 | 4 | memory_bytes>=1024
          *:gpu[no.such=1]         | 1  | 16 | The devices have lab.lanes
          no.such=1                | 1  | 9 | no device has the property 'no.such'
          opencl:gpu[name]         | 12 | 4 | Keys are
          opencl:gpu[host=a]       | 12 | 6 | opencl@host1:gpu
          opencl:gpu[name=a,name=b]| 19 | 4 | twice
          opencl:gpu[name=a        | 11 | 1 | ]
          opencl:gpu]              | 11 | 1 | opened
          opencl:gpu[name=a]b      | 19 | 1 | ','
          opencl:[name=a]          | 8  | 8 | '*[name=a]'
          opencl@:gpu              | 7  | 1 | opencl@host1:gpu
          !                        | 1  | 1 | !*:gpu
          opencl:,                 | 8  | 1 | 'opencl:*'
          nobody/card0             | 1  | 6 | there are
          card/                    | 1  | 5 | INSTANCE/KEY
          card/a,b                 | 1  | 8 | INSTANCE/KEY
          =x                       | 1  | 2 | Keys are
          type=fpga,               | 11 | 1 | Keys are
          type=FPGA                | 6  | 4 | small letters
          object=x                 | 8  | 1 | object=device
          guid=1                   | 6  | 1 | guid=
          bus=1                    | 5  | 1 | bus=
          device=10000             | 8  | 5 | hexadecimal
          name="a                  | 6  | 1 | quotation
          name=a"b"                | 6  | 4 | whole value
          """)
  void mistakesAreMarkedAndAdviceIsGiven(String text, int column, int length, String advice) {
    Throwable refusal = catchThrowable(() -> Bus.choose(text));
    assertThat(refusal)
        .isInstanceOfSatisfying(
            BackplaneException.class,
            e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    List<String> lines = String.valueOf(refusal.getMessage()).lines().toList();
    assertThat(lines).hasSize(3);
    assertThat(lines.get(0)).contains("column " + column + ":").contains(advice);
    assertThat(lines.get(1)).isEqualTo("  " + text);
    assertThat(lines.get(2)).isEqualTo(" ".repeat(column + 1) + "^".repeat(length));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", ";", " ; ;"})
  void aSelectorWithoutTermsIsRefused(String text) {
    assertThatThrownBy(() -> DeviceSelector.parse(text)).hasMessageContaining("'*:*'");
  }

  @Test
  void onlyInstancesThatCanBeChosenAreLoaded() {
    assertThat(loaded("opencl:gpu")).containsExactly("opencl");
    assertThat(loaded("softcard:0")).containsExactly("card", "spare");
    assertThat(loaded("card/card0;*:gpu")).containsExactly("opencl", "card", "spare", "lab");
    assertThat(loaded("!*:cpu")).containsExactly("opencl", "card", "spare", "lab");
    assertThat(loaded("!opencl:*")).containsExactly("card", "spare", "lab");
    assertThat(loaded("*:gpu;!opencl:0,*")).containsExactly("card", "spare", "lab");
    assertThat(loaded("!opencl@host1:*;!card:*[name=x]"))
        .containsExactly("opencl", "card", "spare", "lab");
    assertThat(loaded("!*:*")).isEmpty();
  }

  private static List<String> loaded(String text) {
    BoundSelector selector = Bus.bind(text);
    return Bus.BACKENDS.stream().map(Backend::instance).filter(selector::mayChoose).toList();
  }

  @Test
  void hintsNeverHideWhatIsChosen() {
    for (String text : List.of("opencl:gpu", "*:acc", "*:0", "*@host1:*", "type=fpga", "!*:gpu")) {
      BoundSelector selector = Bus.bind(text);
      for (Candidate chosen : selector.choose(Bus.candidates()).devices()) {
        assertThat(selector.mayChoose(chosen.instance())).isTrue();
        assertThat(
                dev.backplane.api.Filter.anyMatches(
                    selector.hints(chosen.instance()), chosen.properties()))
            .as("%s for %s", text, chosen.id())
            .isTrue();
      }
    }
  }

  @Test
  void reportsAndSkipsPartsThatMatchNoDevice() {
    Choice choice = Bus.bind("opencl:7;opencl:*.*;card:0.0;card/card9").choose(Bus.candidates());
    assertThat(choice.devices()).extracting(Candidate::id).contains("opencl/cpu0-a");
    assertThat(choice.warnings())
        .anySatisfy(note -> assertThat(note).contains("opencl has no device 7 (column 8)"))
        .anySatisfy(
            note -> assertThat(note).contains("opencl:1, opencl:2 have no parts and is passed"))
        .anySatisfy(note -> assertThat(note).contains("card has no device 0.0"))
        .anySatisfy(note -> assertThat(note).contains("there is no card/card9"));
  }

  @Test
  void aChoiceTellsWhatEachTermDid() {
    Choice choice = Bus.bind("opencl:*;!opencl:cpu,gpu;!*:acc").choose(Bus.candidates());
    assertThat(choice.devices()).isEmpty();
    assertThat(choice.account())
        .isEqualTo("'opencl:*' chooses 3, '!opencl:cpu,gpu' discards 2, '!*:acc' discards 1");
  }

  @Test
  void anInstanceWinsOverAModuleOfItsName() {
    List<Backend> backends =
        List.of(new Backend("softcard", "softcard"), new Backend("b", "softcard"));
    BoundSelector selector = DeviceSelector.parse("softcard:*").bind(backends);
    assertThat(selector.mayChoose("softcard")).isTrue();
    assertThat(selector.mayChoose("b")).isFalse();
  }

  @Test
  void anyTextIsReadOrRefusedWithAMark() {
    Random random = new Random(7);
    String alphabet = "!*:;,.@[]\"=|/ 01xgpuopencl\t\n";
    List<String> good =
        List.of("opencl:0.1,gpu", "*:*;!lab:gpu", "*@host1:gpu[vendor=0x10de]", "type=fpga,host=*");
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      StringBuilder text = new StringBuilder(good.get(random.nextInt(good.size())));
      for (int edits = random.nextInt(4); edits >= 0; edits--) {
        int at = random.nextInt(text.length());
        text.replace(
            at,
            at + random.nextInt(2),
            String.valueOf(alphabet.charAt(random.nextInt(alphabet.length()))));
      }
      try {
        Bus.bind(text.toString()).choose(Bus.candidates());
      } catch (BackplaneException e) {
        refused++;
        assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(e.getMessage()).containsPattern("\\n {2,}\\^+$");
      }
    }
    assertThat(refused).isBetween(10_000, 19_900);
  }

  @Test
  void circlesOfParentsAreNumberedNevertheless() {
    List<Candidate> numbered =
        Candidate.number(
            "odd", Arrays.asList(circular("a", "b"), circular("b", "a"), circular("c", "c")));
    assertThat(numbered).extracting(Candidate::term).doesNotHaveDuplicates().hasSize(3);
  }

  private static dev.backplane.api.spi.Resource circular(String key, String parent) {
    return new dev.backplane.api.spi.Resource(
        key,
        dev.backplane.api.DeviceProperties.builder(
                key, dev.backplane.api.ObjectType.DEVICE, dev.backplane.api.DeviceType.CPU)
            .parent(parent)
            .build());
  }
}
