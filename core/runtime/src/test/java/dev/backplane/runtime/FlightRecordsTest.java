package dev.backplane.runtime;

import static dev.backplane.runtime.Refusal.refuses;
import static dev.backplane.runtime.Site.scripted;
import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.Buffer;
import dev.backplane.api.Device;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Kernel;
import dev.backplane.api.Registers;
import dev.backplane.runtime.fakes.Script;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import jdk.jfr.EventType;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FlightRecordsTest {
  @TempDir Path folder;

  @AfterEach
  void forget() {
    Script.reset();
  }

  private List<RecordedEvent> recorded(boolean calls) throws IOException {
    Path file = folder.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("dev.backplane.Run");
      recording.enable("dev.backplane.Transfer");
      recording.enable("dev.backplane.PluginLoad");
      if (calls) {
        recording.enable("dev.backplane.Call");
      }
      recording.start();
      try (Backplane backplane = new Site(folder).plugins(scripted("one", "{}")).open();
          Device device = backplane.find().open()) {
        try (Buffer data =
            device.load(Image.of("any", new byte[4])).kernel("twice").buffer("data", 8)) {
          data.sync().syncBack();
        }
        device.facet(Registers.class).write32(0, 5);
      }
      recording.stop();
      recording.dump(file);
    }
    return RecordingFile.readAllEvents(file);
  }

  private static List<RecordedEvent> of(List<RecordedEvent> events, String type) {
    return events.stream().filter(e -> e.getEventType().getName().equals(type)).toList();
  }

  @Test
  void pluginsTransfersRunsAndCallsAreRecorded() throws IOException {
    List<RecordedEvent> events = recorded(true);
    RecordedEvent load = of(events, "dev.backplane.PluginLoad").getFirst();
    assertThat(load.getString("instance")).isEqualTo("one");
    assertThat(load.getString("plugin")).isEqualTo("scripted");
    assertThat(load.getString("problem")).isEmpty();
    List<RecordedEvent> transfers = of(events, "dev.backplane.Transfer");
    assertThat(transfers).hasSize(2);
    assertThat(transfers.getFirst().getString("device")).isEqualTo("one/dev0");
    assertThat(transfers.getFirst().getString("direction")).isEqualTo("to device");
    assertThat(transfers.getLast().getString("direction")).isEqualTo("from device");
    assertThat(transfers.getFirst().getLong("bytes")).isEqualTo(8);
    RecordedEvent run = of(events, "dev.backplane.Run").getFirst();
    assertThat(run.getString("device")).isEqualTo("one/dev0");
    assertThat(run.getString("unit")).isEqualTo("unit 0");
    assertThat(run.getString("kernel")).isEqualTo("opened");
    assertThat(run.getLong("took")).isEqualTo(7);
    assertThat(of(events, "dev.backplane.Call").stream().map(e -> e.getString("call")))
        .contains("Driver.configure", "Device.load", "Registers.write32", "Buffer.sync");
    EventType type = transfers.getFirst().getEventType();
    assertThat(type.getCategoryNames()).containsExactly("Backplane");
    assertThat(type.getField("bytes").getContentType()).isEqualTo("jdk.jfr.DataAmount");
    assertThat(run.getEventType().getField("took").getContentType()).isEqualTo("jdk.jfr.Timespan");
  }

  @Test
  void callsAreRecordedOnlyWhereTheyAreAskedFor() throws IOException {
    List<RecordedEvent> events = recorded(false);
    assertThat(of(events, "dev.backplane.Call")).isEmpty();
    assertThat(of(events, "dev.backplane.Transfer")).hasSize(2);
  }

  @Test
  void aFailedLoadRecordsItsReason() throws IOException {
    Path file = folder.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("dev.backplane.PluginLoad");
      recording.start();
      new Site(folder)
          .plugins(
              scripted("one", "{\"initialize\": \"5\"}", "\"error_policy\": {\"load\": \"skip\"}"))
          .open()
          .close();
      recording.stop();
      recording.dump(file);
    }
    assertThat(of(RecordingFile.readAllEvents(file), "dev.backplane.PluginLoad"))
        .singleElement()
        .satisfies(load -> assertThat(load.getString("problem")).contains("INITIALIZE_FAILED"));
  }

  @Test
  void errorsAreRecordedAndWaitsWhereTheyAreAskedFor() throws IOException {
    Path file = folder.resolve("recording.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("dev.backplane.Error");
      recording.enable("dev.backplane.Wait");
      recording.start();
      try (Backplane backplane = new Site(folder).plugins(scripted("one", "{}")).open();
          Device device = backplane.find().open()) {
        Kernel kernel = device.load(Image.of("any", new byte[4])).kernel("twice");
        try (Buffer data = kernel.buffer("data", 8)) {
          kernel.start(data, 1).await(Duration.ofSeconds(1));
          refuses(ErrorCode.NO_SUCH_ARGUMENT, () -> kernel.start(data));
        }
      }
      recording.stop();
      recording.dump(file);
    }
    List<RecordedEvent> events = RecordingFile.readAllEvents(file);
    RecordedEvent error = of(events, "dev.backplane.Error").getFirst();
    assertThat(of(events, "dev.backplane.Error")).hasSize(1);
    assertThat(error.getString("device")).isEqualTo("one/dev0");
    assertThat(error.getString("plugin")).isEqualTo("one");
    assertThat(error.getString("code")).isEqualTo("NO_SUCH_ARGUMENT");
    assertThat(error.getString("category")).isEqualTo("usage");
    assertThat(error.getStackTrace().getFrames())
        .anySatisfy(frame -> assertThat(frame.getMethod().getName()).isEqualTo("start"));
    RecordedEvent wait = of(events, "dev.backplane.Wait").getFirst();
    assertThat(of(events, "dev.backplane.Wait")).hasSize(1);
    assertThat(wait.getString("device")).isEqualTo("one/dev0");
    assertThat(wait.getString("kernel")).isEqualTo("twice");
    assertThat(wait.getLong("took")).isNotNegative();
  }
}
