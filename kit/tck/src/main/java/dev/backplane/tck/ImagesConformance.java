package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Program;
import dev.backplane.api.binary.BinaryContainer;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.api.binary.Content;
import dev.backplane.api.binary.DeviceBinary;
import dev.backplane.api.spi.DriverDevice;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Loading images: what is taken, how many programs there are, which binary of a container. */
@Needs(Images.class)
public abstract class ImagesConformance extends Conformance {
  /** A conformance class. */
  protected ImagesConformance() {}

  @Test
  void aDeviceThatHasTheFacetSaysSoInItsProperties() {
    DriverDevice device = rig().open();
    rig().facet(device, Images.class);

    assertThat(rig().resources().getFirst().properties().takesImages()).isTrue();
  }

  @Test
  void theDeviceSaysWhatItTakes() {
    Images images = images();
    assertThat(images.slots()).isPositive();
    assertThat(images.formats()).isNotEmpty().doesNotContain(ImageFormat.UNKNOWN);
    for (ImageFormat format : ImageFormat.values()) {
      Image empty = Image.of("empty", Content.EMPTY, format);
      if (images.formats().contains(format) || format == ImageFormat.UNKNOWN) {
        assertThat(refusal(images, empty)).isIn(ErrorCode.IMAGE_INVALID, ErrorCode.IMAGE_TRUNCATED);
      } else {
        assertThat(refuses(ErrorCode.NOT_SUPPORTED, () -> images.load(empty)).getMessage())
            .contains(images.formats().stream().map(ImageFormat::name).toList());
      }
    }
  }

  @Test
  void aLoadedImageHasItsKernels() {
    Images images = images();
    Program program = images.load(image());

    assertThat(program.kernels()).contains(rig().testCase().kernel());
    assertThat(images.loaded()).contains(program);
  }

  @Test
  void oneImageHasOneIdentity() {
    Images images = images();

    assertThat(images.load(image()).uuid()).isEqualTo(images.load(image()).uuid());
  }

  @Test
  void theNameOfAnImageIsForMessages() {
    Images images = images();
    Image renamed = Image.of("no/such/file/anywhere", image().content(), image().format());

    assertThat(images.load(renamed).kernels()).contains(rig().testCase().kernel());
  }

  @Test
  void anotherProgramTakesTheOnlySlotOrStandsBesideTheOneBefore() {
    Images images = images();
    TestCase testCase = rig().testCase();
    Program first = images.load(image());
    Kernel before = first.kernel(testCase.kernel());
    Program second = images.load(image(), LoadOption.FORCE);

    assertThat(images.loaded()).contains(second);
    if (images.slots() == 1) {
      refuses(ErrorCode.CLOSED, before::start);
      return;
    }
    computes(before);
    second.close();
    assertThat(images.loaded()).contains(first);
  }

  @Test
  void loadingTheSameImageAgainChangesNothing() {
    Images images = images();
    Program program = images.load(image());
    Kernel before = program.kernel(rig().testCase().kernel());
    Program again = images.load(image());

    assertThat(again.equals(program)).isEqualTo(images.slots() == 1);
    computes(before);
  }

  @Test
  void aClosedProgramIsUsedNoMoreAndItsImageIsLoadedAgain() {
    Images images = images();
    String name = rig().testCase().kernel();
    Program program = images.load(image());
    Kernel kernel = program.kernel(name);
    program.close();
    closedAgain(program);

    assertThat(images.loaded()).isEmpty();
    refuses(ErrorCode.CLOSED, kernel::call);
    refuses(ErrorCode.CLOSED, () -> program.kernel(name));
    computes(images.load(image()).kernel(name));
  }

  @Test
  void loadsTheCompiledBinaryInsteadOfTheImage() {
    Images images = images();
    Program program = images.load(image());

    assertThat(program.log()).isNotNull();
    program
        .binary()
        .ifPresent(made -> assertThat(images.load(made).kernels()).isEqualTo(program.kernels()));
  }

  @Test
  void ofAContainerTheBinaryThatFitsIsLoaded() {
    Images images = images();
    if (image().format() != ImageFormat.CONTAINER) {
      DeviceBinary own =
          DeviceBinary.of(images.targets().exact().getFirst(), image().content())
              .withFormat(image().format());
      Image container = new BinaryContainer("all", List.of(binary("other"), own)).toImage();
      computes(images.load(container).kernel(rig().testCase().kernel()));
    }
    Image others = new BinaryContainer("others", List.of(binary("other"))).toImage();
    refuses(ErrorCode.IMAGE_PLATFORM_MISMATCH, () -> images.load(others));
  }

  @Test
  void theFirstBinaryOfTheDevicesOwnTargetFitsBest() {
    Images images = images();
    DeviceBinary own = binary(images.targets().exact().getFirst());
    DeviceBinary portable = binary(BinaryTargets.PORTABLE);

    assertThat(images.select(List.of(portable, own, own, portable))).isEqualTo(1);
  }

  @Test
  void thePortableBinaryFitsWhereNoOtherDoes() {
    Images images = images();
    List<DeviceBinary> choice =
        List.of(
            binary("no-such-device"),
            binary(BinaryTargets.PORTABLE),
            DeviceBinary.of(BinaryTargets.PORTABLE, Content.of(new byte[] {4})));
    if (images.targets().portable()) {
      assertThat(images.select(choice)).as("the last one, as the rule is").isEqualTo(2);
    } else {
      refuses(ErrorCode.IMAGE_PLATFORM_MISMATCH, () -> images.select(choice));
    }
  }

  @Test
  void whenNothingFitsBothSidesAreNamed() {
    Images images = images();
    var error =
        refuses(
            ErrorCode.IMAGE_PLATFORM_MISMATCH,
            () -> images.select(List.of(binary("no-such-device"))));

    assertThat(error.getMessage())
        .contains("no-such-device")
        .contains(images.targets().exact().getFirst());
    refuses(ErrorCode.IMAGE_PLATFORM_MISMATCH, () -> images.select(List.of()));
  }

  @Test
  void anInvalidImageIsRefused() {
    Images images = images();
    for (byte[] bytes :
        List.of(
            "this is no image of any kind".getBytes(StandardCharsets.US_ASCII), new byte[1000])) {
      refuses(ErrorCode.IMAGE_INVALID, () -> images.load(Image.of("garbage", bytes)));
    }
  }

  @Test
  void anImageThatEndsTooEarlyIsRefusedWhereverItEnds() {
    Images images = images();
    byte[] whole = image().content().toArray();
    for (int i = 0; i < 50; i++) {
      Image cut = Image.of("cut", Arrays.copyOf(whole, (int) ((long) whole.length * i / 50)));
      assertThat(refusal(images, cut))
          .as("code for %d of %d bytes", cut.size(), whole.length)
          .isIn(ErrorCode.IMAGE_INVALID, ErrorCode.IMAGE_TRUNCATED);
    }
  }

  @Test
  void anImageThatIsRefusedLeavesTheOneBeforeInPlace() {
    Images images = images();
    Kernel kernel = images.load(image()).kernel(rig().testCase().kernel());
    refuses(
        ErrorCode.IMAGE_INVALID, () -> images.load(Image.of("garbage", new byte[] {1, 2, 3, 4})));

    computes(kernel);
  }

  @TestFactory
  List<DynamicTest> anImageThatDoesNotFitIsRefused() {
    Images images = images();
    return rig().subject().refusedImages().entrySet().stream()
        .map(
            entry ->
                DynamicTest.dynamicTest(
                    entry.getKey().name(),
                    () -> assertThat(refusal(images, entry.getKey())).isEqualTo(entry.getValue())))
        .toList();
  }

  private void computes(Kernel kernel) {
    TestKernel ready = rig().ready(kernel, rig().testCase());
    ready.start().await(Rig.DEADLINE);
    ready.check();
  }

  private static DeviceBinary binary(String target) {
    return DeviceBinary.of(target, Content.of(new byte[] {1, 2, 3}));
  }

  private static ErrorCode refusal(Images images, Image image) {
    try {
      images.load(image);
    } catch (BackplaneException e) {
      return e.code();
    }
    throw new AssertionError(image + " was loaded");
  }

  private Images images() {
    return rig().facet(rig().open(), Images.class);
  }

  private Image image() {
    return rig()
        .testCase()
        .image()
        .orElseThrow(() -> new AssertionError("the facet Images needs work with an image"));
  }
}
