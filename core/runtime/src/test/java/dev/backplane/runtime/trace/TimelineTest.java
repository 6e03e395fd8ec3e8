package dev.backplane.runtime.trace;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.spi.CallTrace.Track;
import dev.backplane.runtime.TracedCall;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class TimelineTest {
  private static final JsonMapper JSON = JsonMapper.shared();

  @TempDir Path folder;
  private final List<String> written = new CopyOnWriteArrayList<>();

  private static Listener.Returned call(String name, long begin, String outcome) {
    return new Listener.Returned(
        new TracedCall(Instant.EPOCH, Duration.ofNanos(2500), "card/a", name, "(\t\"x\")", outcome),
        begin,
        "",
        name.equals("Buffer.sync") ? Optional.of(new Transfer("to device", 64)) : Optional.empty());
  }

  private static List<JsonNode> events(String text, String phase, String name) {
    return JSON.readTree(text)
        .valueStream()
        .filter(event -> event.get("ph").asString().equals(phase))
        .filter(event -> event.get("name").asString().equals(name))
        .toList();
  }

  private String text() {
    return String.join("", written);
  }

  @Test
  void unitsAreTracksOfTheirDevicesAndCallsAreOnTheirThreads() {
    Timeline timeline = new Timeline(written::add, () -> 1_000_000);
    Track unit = timeline.track("card/a", "vadd_1").orElseThrow();
    timeline.track("card/b", "queue 0").orElseThrow().span("scale", 1_000_000, 1_000_001);
    timeline.returned(call("Buffer.sync", 1_001_000, "ok \\ \u0001"));
    unit.span("vadd", 1_002_000, 1_005_500);
    timeline.close();

    String text = text();
    List<JsonNode> groups = events(text, "M", "process_name");
    assertThat(groups.stream().map(group -> group.at("/args/name").asString()))
        .containsExactly("host", "card/a", "card/b");
    assertThat(events(text, "M", "thread_name").stream().map(t -> t.at("/args/name").asString()))
        .containsExactly("vadd_1", "queue 0", Thread.currentThread().getName());
    JsonNode run = events(text, "X", "vadd").getFirst();
    assertThat(run.get("pid").asInt()).isEqualTo(groups.get(1).get("pid").asInt());
    assertThat(run.get("ts").asDouble()).isEqualTo(2.0);
    assertThat(run.get("dur").asDouble()).isEqualTo(3.5);
    assertThat(run.get("cat").asString()).isEqualTo("run");
    JsonNode sync = events(text, "X", "Buffer.sync").getFirst();
    assertThat(sync.get("cat").asString()).isEqualTo("transfer");
    assertThat(sync.get("tid").asLong()).isEqualTo(Thread.currentThread().threadId());
    assertThat(sync.at("/args/bytes").asLong()).isEqualTo(64);
    assertThat(sync.at("/args/direction").asString()).isEqualTo("to device");
    assertThat(sync.at("/args/outcome").asString()).isEqualTo("ok \\ \u0001");
  }

  /** A viewer shows spans of one track nested or not at all, so those that overlap get another. */
  @Test
  void spansThatOverlapGetATrackEach() {
    Timeline timeline = new Timeline(written::add, () -> 0);
    Track queue = timeline.track("ocl/0", "queue").orElseThrow();
    queue.span("a", 0, 100);
    queue.span("b", 50, 150);
    queue.span("c", 100, 200);
    timeline.close();
    List<String> names =
        events(text(), "M", "thread_name").stream()
            .map(track -> track.at("/args/name").asString())
            .toList();
    assertThat(names).containsExactly("queue", "queue (2)");
    long first = events(text(), "X", "a").getFirst().get("tid").asLong();
    assertThat(events(text(), "X", "b").getFirst().get("tid").asLong()).isNotEqualTo(first);
    assertThat(events(text(), "X", "c").getFirst().get("tid").asLong()).isEqualTo(first);
  }

  /** The format lets the closing bracket be missing: viewers add it. */
  @Test
  void anUnfinishedFileLacksTheClosingBracketOnly() {
    Timeline timeline = new Timeline(written::add, () -> 0);
    timeline.returned(call("Kernel.start", 5, "Run"));
    for (int i = 1; i <= written.size(); i++) {
      String crashed = String.join("", written.subList(0, i)) + "]";
      assertThat(JSON.readTree(crashed).size()).isEqualTo(i);
    }
    timeline.close();
    assertThat(JSON.readTree(text()).size()).isEqualTo(3);
  }

  @Test
  void thoseWhoAreOpenAtOneTimeShareTheFile() throws IOException {
    Path file = folder.resolve("t.json");
    Timeline one = Timeline.at(file, "test");
    Timeline two = Timeline.at(folder.resolve("x/../t.json"), "test");
    assertThat(two).isSameAs(one);
    one.returned(call("A.one", 1, "-"));
    one.close();
    two.returned(call("A.two", 2, "-"));
    two.close();
    String text = Files.readString(file);
    assertThat(events(text, "X", "A.one")).hasSize(1);
    assertThat(events(text, "X", "A.two")).hasSize(1);
    Timeline.at(file, "test").close();
    assertThat(events(Files.readString(file), "X", "A.one")).isEmpty();
  }
}
