package dev.backplane.opae.card;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.Device;
import dev.backplane.api.DeviceEvent;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.EventStream;
import dev.backplane.api.Events;
import dev.backplane.api.Image;
import dev.backplane.api.ObjectType;
import dev.backplane.api.Registers;
import dev.backplane.api.binary.Content;
import dev.backplane.api.board.Clock;
import dev.backplane.api.board.Clocks;
import dev.backplane.api.board.Slots;
import dev.backplane.api.opae.OpaeProperty;
import dev.backplane.opae.abi.Gbs;
import dev.backplane.opae.abi.UserClock;
import dev.backplane.rtl.images.ImageBuild;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Slots, and what is loaded into them. */
final class ReconfigurationTest {
  private static final UUID HELLO = UUID.fromString("5f1c0b7e-9d24-4a86-8d3e-62f4a9175cb0");

  private static Image image(String name) {
    return Image.of(OpaeCard.example(name));
  }

  private static UUID loaded(OpaeCard card) {
    return card.token(ObjectType.ACCELERATOR).properties().guid().orElseThrow();
  }

  private static ErrorCode refusal(Device device, Image image, Slots.Option... options) {
    return error(device, image, options).code();
  }

  private static BackplaneException error(Device device, Image image, Slots.Option... options) {
    Slots slots = device.facet(Slots.class);
    return catchThrowableOfType(
        BackplaneException.class, () -> slots.reconfigure(0, image, Set.of(options)));
  }

  @Test
  void javaIsReplacedByRtlAndThatByAnotherAccelerator() {
    try (OpaeCard card = OpaeCard.of("{}");
        Device device = card.device()) {
      String ofJava;
      try (Device accelerator = card.accelerator()) {
        ofJava = Loopback.copy(accelerator, 9, 1);
      }
      Slots slots = device.facet(Slots.class);
      slots.reconfigure(0, image("nlb0/nlb0.gbs"), Set.of());
      try (Device accelerator = card.accelerator()) {
        assertThat(Loopback.copy(accelerator, 9, 1)).isEqualTo(ofJava);
        assertThat(accelerator.facet(Clocks.class).clocks().getFirst().requested()).isEqualTo(300);
      }
      assertThat(loaded(card)).isEqualTo(Nlb0.GUID);
      slots.reconfigure(0, image("hello-afu/hello_afu.gbs"), Set.of());
      assertThat(loaded(card)).isEqualTo(HELLO);
      try (Device accelerator = card.accelerator()) {
        Registers registers = accelerator.facet(Registers.class);
        assertThat(registers.read64(8)).isEqualTo(HELLO.getLeastSignificantBits());
        registers.write64(0x80, 0x0123_4567_89ab_cdefL);
        registers.write32(0x84, 0x76543210);
        assertThat(registers.read64(0x80)).isEqualTo(0x7654_3210_89ab_cdefL);
        assertThat(registers.read32(0x84)).isEqualTo(0x76543210);
      }
    }
  }

  @Test
  void anOpenAcceleratorIsReplacedOnlyByForceAndItsHolderIsTold() {
    try (OpaeCard card = OpaeCard.of("{}");
        Device device = card.device();
        Device accelerator = card.accelerator();
        EventStream events =
            accelerator.facet(Events.class).subscribe(Set.of(DeviceEvent.Kind.ERROR))) {
      Image hello = image("hello-afu/hello_afu.gbs");
      assertThat(refusal(device, hello)).isEqualTo(ErrorCode.BUSY);
      assertThat(loaded(card)).isEqualTo(Nlb0.GUID);

      device.facet(Slots.class).reconfigure(0, hello, Set.of(Slots.Option.FORCE));

      assertThat(accelerator.facet(Registers.class).read64(16))
          .isEqualTo(HELLO.getMostSignificantBits());
      assertThat(events.next(Duration.ofMinutes(1)).orElseThrow())
          .isInstanceOfSatisfying(
              DeviceEvent.Error.class,
              event -> {
                assertThat(event.source()).isEqualTo("reconfiguration");
                assertThat(event.text()).contains(HELLO.toString());
              });
    }
  }

  @Test
  void refusesAnImageThatDoesNotFitAndKeepsTheSlot() {
    try (OpaeCard card = OpaeCard.of("{}");
        Device device = card.device()) {
      Gbs hello = Gbs.read(image("hello-afu/hello_afu.gbs"));
      BackplaneException other =
          error(device, of(hello.accelerator(), UUID.randomUUID(), hello.payload()));
      assertThat(other.code()).isEqualTo(ErrorCode.IMAGE_PLATFORM_MISMATCH);
      assertThat(other.getMessage())
          .contains(Gbs.CARD_INTERFACE.toString())
          .contains("'interface_id'");
      BackplaneException wrongId =
          error(device, of(UUID.randomUUID(), Gbs.CARD_INTERFACE, hello.payload()));
      assertThat(wrongId.code()).isEqualTo(ErrorCode.RECONFIGURATION_FAILED);
      assertThat(wrongId.getMessage()).contains(HELLO.toString());
      Content garbage = Content.of("a bitstream of a real card");
      assertThat(refusal(device, of(HELLO, Gbs.CARD_INTERFACE, garbage)))
          .isEqualTo(ErrorCode.IMAGE_INVALID);
      Content kernel = image("vadd/vadd.xclbin").content();
      assertThat(refusal(device, of(HELLO, Gbs.CARD_INTERFACE, kernel)))
          .isEqualTo(ErrorCode.IMAGE_NOT_RUNNABLE);
      assertThat(refusal(device, image("vadd/vadd.xclbin"))).isEqualTo(ErrorCode.IMAGE_INVALID);
      Gbs fast =
          Gbs.of(
              HELLO,
              "fast",
              Gbs.CARD_INTERFACE,
              Optional.of(new UserClock(5000, 2500)),
              hello.payload());
      Image tooFast = Image.of("fast", fast.toBytes());
      assertThat(refusal(device, tooFast)).isEqualTo(ErrorCode.OUT_OF_RANGE);
      assertThat(loaded(card)).isEqualTo(Nlb0.GUID);

      device.facet(Slots.class).reconfigure(0, tooFast, Set.of(Slots.Option.SKIP_USER_CLOCK));

      assertThat(loaded(card)).isEqualTo(HELLO);
    }
  }

  @Test
  void anImageNamesAnAcceleratorInJava(@TempDir Path folder) throws IOException {
    Path description = folder.resolve("kernel.toml");
    Files.writeString(description, "name = \"keeping\"\nprotocol = \"mmio\"\n");
    Content payload = Content.of(java(description, KeepingAfu.class.getName()));
    Content missing = Content.of(java(description, "com.example.Missing"));
    Content other = Content.of(java(description, String.class.getName()));
    try (OpaeCard card = OpaeCard.of("{}");
        Device device = card.device()) {
      assertThat(refusal(device, of(HELLO, Gbs.CARD_INTERFACE, missing)))
          .isEqualTo(ErrorCode.IMAGE_NOT_RUNNABLE);
      assertThat(refusal(device, of(HELLO, Gbs.CARD_INTERFACE, other)))
          .isEqualTo(ErrorCode.IMAGE_NOT_RUNNABLE);
      assertThat(refusal(device, of(HELLO, Gbs.CARD_INTERFACE, payload)))
          .isEqualTo(ErrorCode.RECONFIGURATION_FAILED);
      device
          .facet(Slots.class)
          .reconfigure(0, of(KeepingAfu.GUID, Gbs.CARD_INTERFACE, payload), Set.of());
      assertThat(loaded(card)).isEqualTo(KeepingAfu.GUID);
    }
  }

  private static byte[] java(Path description, String name) {
    return ImageBuild.of(List.of()).java(description, name).build(step -> {}).bytes();
  }

  private static Image of(UUID accelerator, UUID interfaceId, Content payload) {
    Gbs made = Gbs.of(accelerator, "made", interfaceId, Optional.empty(), payload);
    return Image.of("made", made.toBytes());
  }

  @Test
  void aCutImageIsRefusedWhereverItEnds() {
    byte[] whole = image("hello-afu/hello_afu.gbs").content().toArray();
    try (OpaeCard card = OpaeCard.of("{}");
        Device device = card.device()) {
      for (int i = 0; i < 40; i++) {
        Image cut = Image.of("cut", Arrays.copyOf(whole, (int) ((long) whole.length * i / 40)));
        assertThat(refusal(device, cut))
            .as("%d of %d bytes", cut.size(), whole.length)
            .isIn(ErrorCode.IMAGE_INVALID, ErrorCode.IMAGE_TRUNCATED);
      }
      assertThat(loaded(card)).isEqualTo(Nlb0.GUID);
    }
  }

  @Test
  void anImageAtPowerUpHasTheClockThatItAsksFor() {
    String image =
        "{\"cards\": [{\"image\": \"%s\"}]}".formatted(OpaeCard.example("nlb0/nlb0.gbs"));
    try (OpaeCard card = OpaeCard.of(image);
        Device accelerator = card.accelerator()) {
      assertThat(accelerator.facet(Clocks.class).clocks())
          .extracting(Clock::requested)
          .containsExactly(300, 150);
    }
  }

  @Test
  void theStateOfTheAcceleratorTellsWhetherSomebodyHasIt() {
    try (OpaeCard card = OpaeCard.of("{}")) {
      assertThat(state(card)).isEqualTo(1);
      try (Device accelerator = card.accelerator()) {
        assertThat(accelerator.id()).isNotEmpty();
        assertThat(state(card)).isZero();
      }
      assertThat(state(card)).isEqualTo(1);
    }
  }

  private static long state(OpaeCard card) {
    return card.token(ObjectType.ACCELERATOR).properties().get(OpaeProperty.STATE).orElseThrow();
  }
}
