package dev.backplane.runtime;

import static dev.backplane.runtime.Refusal.refuses;
import static dev.backplane.runtime.Site.scripted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Filter;
import dev.backplane.api.Token;
import dev.backplane.runtime.fakes.Script;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** When plugins are loaded, and which are asked. */
@Timeout(600)
final class PoliciesTest {
  private static final String LAZY = "\"load_policy\": {\"when\": \"lazy\"}";

  @TempDir Path folder;

  @AfterEach
  void forget() {
    Script.reset();
  }

  private Backplane open(String... plugins) {
    return new Site(folder).plugins(plugins).open();
  }

  @Test
  void aLazyPluginIsLoadedByTheFirstSearch() {
    try (Backplane backplane = open(scripted("one", "{}", LAZY))) {
      assertThat(Script.exists("one")).isFalse();
      assertThat(backplane.plugins().getFirst().state()).isEqualTo(PluginState.LAZY);
      assertThat(backplane.plugins().getFirst().version()).isEqualTo("1.2.3");
      assertThat(backplane.plugins().getFirst().location()).isNotEmpty().doesNotContain("META-INF");
      assertThat(backplane.enumerate(List.of(Filter.any()))).hasSize(1);
      assertThat(backplane.plugins().getFirst().state()).isEqualTo(PluginState.READY);
    }
    assertThat(Script.of("one").count("finalize")).isEqualTo(1);
  }

  @Test
  void aLazyPluginThatNobodyNeedsIsNeitherLoadedNorFinalised() {
    open(scripted("one", "{}", LAZY)).close();
    assertThat(Script.exists("one")).isFalse();
  }

  @Test
  void aLazyPluginIsLoadedByAnIdOfItsOwn() {
    try (Backplane backplane = open(scripted("one", "{}", LAZY), scripted("two", "{}", LAZY))) {
      assertThat(backplane.token("two/dev0").id()).isEqualTo("two/dev0");
      assertThat(Script.exists("one")).isFalse();
    }
  }

  @Test
  void aPluginForADeviceTypeIsLoadedWhenOneIsLookedFor() {
    String policy =
        "\"load_policy\": {\"when\": \"device_type\", \"device_types\": [\"gpu\", \"cpu\"]}";
    try (Backplane backplane = open(scripted("one", "{\"type\": \"gpu\"}", policy))) {
      assertThat(backplane.enumerate(List.of(Filter.deviceType(DeviceType.FPGA)))).isEmpty();
      assertThat(Script.exists("one")).isFalse();
      assertThat(backplane.enumerate(List.of(Filter.deviceType(DeviceType.CPU)))).isEmpty();
      assertThat(Script.of("one").count("initialize")).isEqualTo(1);
      assertThat(backplane.enumerate(List.of(Filter.deviceType(DeviceType.GPU)))).hasSize(1);
    }
    Script.reset();
    try (Backplane backplane = open(scripted("one", "{\"type\": \"gpu\"}", policy))) {
      assertThat(backplane.find().plugin()).as("any type may be this one").isEqualTo("one");
    }
  }

  @Test
  void aPluginForAHostIsLoadedWhenSomethingIsLookedForThere() {
    String policy = "\"load_policy\": {\"when\": \"host\", \"hosts\": [\"lab\"]}";
    try (Backplane backplane = open(scripted("one", "{\"host\": \"lab\"}", policy))) {
      assertThat(backplane.enumerate(List.of(Filter.any()))).isEmpty();
      assertThat(backplane.enumerate(List.of(Filter.any().onHost("office")))).isEmpty();
      assertThat(Script.exists("one")).isFalse();
      assertThat(backplane.enumerate(List.of(Filter.any().onHost("lab")))).hasSize(1);
      assertThat(backplane.enumerate(List.of(Filter.any().onHost("^localhost")))).hasSize(1);
      assertThat(backplane.enumerate(List.of(Filter.any().onHost("*")))).hasSize(1);
      assertThat(backplane.enumerate(List.of(Filter.any().onHost("localhost")))).isEmpty();
    }
  }

  @Test
  void aRequiredLazyPluginMakesTheSearchFailThatWouldLoadIt() {
    String policy = "\"load_policy\": {\"when\": \"lazy\", \"required\": true}";
    try (Backplane backplane =
        open(scripted("one", "{\"initialize\": \"throw\"}", policy), scripted("two", "{}"))) {
      refuses(ErrorCode.INITIALIZE_FAILED, () -> backplane.enumerate(List.of()));
      refuses(ErrorCode.INITIALIZE_FAILED, () -> backplane.enumerate(List.of()));
      assertThat(backplane.plugins().getFirst().state()).isEqualTo(PluginState.FAILED);
    }
  }

  @Test
  void aPluginIsNotAskedForWhatItDoesNotSupport() {
    try (Backplane backplane =
        open(scripted("one", "{}"), scripted("two", "{\"type\": \"gpu\"}"))) {
      assertThat(backplane.enumerate(List.of(Filter.deviceType(DeviceType.GPU))))
          .extracting(Token::plugin)
          .containsExactly("two");
      assertThat(Script.of("one").count("enumerate")).isZero();
      assertThat(
              backplane.enumerate(
                  List.of(Filter.deviceType(DeviceType.GPU), Filter.deviceType(DeviceType.FPGA))))
          .hasSize(2);
    }
  }

  @Test
  void theCountIsExactWhateverTheLimit() {
    try (Backplane backplane =
        open(scripted("one", "{\"keys\": \"a,b,c\"}"), scripted("two", "{\"keys\": \"d,e\"}"))) {
      for (int limit = 0; limit < 7; limit++) {
        Enumeration found = backplane.enumerate(List.of(), limit);
        assertThat(found.matches()).isEqualTo(5);
        assertThat(found.tokens()).hasSize(Math.min(limit, 5));
      }
      refuses(ErrorCode.INVALID_ARGUMENT, () -> backplane.enumerate(List.of(), -1));
    }
  }

  @Test
  void idsAreTheSameOnEveryRun() {
    String[] plugins = {scripted("one", "{\"keys\": \"a,b\"}"), scripted("two", "{}")};
    List<String> before;
    try (Backplane backplane = open(plugins)) {
      before = backplane.enumerate(List.of()).stream().map(Token::id).toList();
      assertThat(backplane.enumerate(List.of())).isEqualTo(backplane.enumerate(List.of()));
    }
    try (Backplane backplane = open(plugins)) {
      assertThat(backplane.enumerate(List.of())).extracting(Token::id).isEqualTo(before);
    }
  }

  @Test
  void threadsThatNeedALazyPluginLoadItOnce() throws Exception {
    try (Backplane backplane = open(scripted("one", "{}", LAZY));
        ExecutorService threads = Executors.newFixedThreadPool(8)) {
      Callable<Integer> search = () -> backplane.enumerate(List.of()).size();
      for (Future<Integer> found :
          threads.invokeAll(IntStream.range(0, 8).mapToObj(i -> search).toList())) {
        assertThat(found.get()).isEqualTo(1);
      }
      assertThat(Script.of("one").count("configure")).isEqualTo(1);
    }
  }

  @Test
  void theConfigurationReachesThePluginAsItWasWritten() {
    String config = "{ \"a\":[1.0 , 2],\n  \"b\" : \"\\u00e9\" }";
    try (Backplane backplane = open(scripted("one", config), scripted("two", "{}"))) {
      assertThat(Script.of("one").config()).isEqualTo(config);
      assertThat(Script.of("two").config()).isEqualTo("{}");
      assertThat(backplane.plugins()).extracting(PluginReport::module).containsOnly("scripted");
    }
  }
}
