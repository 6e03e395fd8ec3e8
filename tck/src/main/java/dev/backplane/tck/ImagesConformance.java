package dev.backplane.tck;

import static org.assertj.core.api.Assertions.assertThat;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Program;
import dev.backplane.api.spi.DriverDevice;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** Loading images. */
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
  void onlyTheBytesOfAnImageAreLookedAt() {
    Images images = images();
    Image renamed = Image.of("no/such/file/anywhere", image().bytes());

    assertThat(images.load(renamed).kernels()).contains(rig().testCase().kernel());
  }

  @Test
  void loadingByForceClosesTheKernelsOfTheImageBefore() {
    Images images = images();
    TestCase testCase = rig().testCase();
    Kernel before = images.load(image()).kernel(testCase.kernel());
    images.load(image(), LoadOption.FORCE);

    refuses(ErrorCode.CLOSED, before::start);
  }

  @Test
  void loadingTheSameImageAgainChangesNothing() {
    Images images = images();
    TestCase testCase = rig().testCase();
    Program program = images.load(image());
    Kernel before = program.kernel(testCase.kernel());
    assertThat(images.load(image())).isEqualTo(program);
    TestKernel ready = rig().ready(before, testCase);
    ready.start().await(Rig.DEADLINE);

    ready.check();
  }

  @Test
  void whatIsNoImageIsInvalid() {
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
    byte[] whole = image().bytes();
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
    TestCase testCase = rig().testCase();
    Kernel kernel = images.load(image()).kernel(testCase.kernel());
    refuses(
        ErrorCode.IMAGE_INVALID, () -> images.load(Image.of("garbage", new byte[] {1, 2, 3, 4})));
    TestKernel ready = rig().ready(kernel, testCase);
    ready.start().await(Rig.DEADLINE);

    ready.check();
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
