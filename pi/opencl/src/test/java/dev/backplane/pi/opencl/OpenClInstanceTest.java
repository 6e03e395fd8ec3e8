package dev.backplane.pi.opencl;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceProperties;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.OpenMode;
import dev.backplane.api.Queues;
import dev.backplane.api.spi.CallTrace;
import dev.backplane.api.spi.DriverDevice;
import dev.backplane.api.spi.Resource;
import dev.backplane.pi.opencl.icd.CLibrary;
import dev.backplane.pi.opencl.icd.IcdSettings;
import dev.backplane.pi.table.Pi;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenClInstanceTest {
  @TempDir Path folder;

  private OpenClInstance instance(Path systemFolder, Path... libraries) {
    return new OpenClInstance(
        "cl",
        new IcdSettings(
            Map.of(),
            systemFolder,
            Optional.empty(),
            List.of(libraries).stream().map(Path::toString).toList(),
            IcdSettings.Probing.NEVER,
            Duration.ZERO),
        CallTrace.NONE);
  }

  @Test
  void noOpenClIsNoDeviceAndOpeningNamesEveryPlace() throws Exception {
    Files.writeString(folder.resolve("a.icd"), "\r\n");
    Files.writeString(folder.resolve("b.icd"), "libbackplane_no_such.so\r\n");
    OpenClInstance instance = instance(folder);
    assertThat(instance.enumerate(List.of())).isEmpty();
    assertThatThrownBy(() -> instance.open("pocl-0", OpenMode.EXCLUSIVE))
        .isInstanceOfSatisfying(
            BackplaneException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NO_SUCH_DEVICE))
        .hasMessageContaining("there is no 'pocl-0'; there is no OpenCL device here; looked in: ")
        .hasMessageContaining("OCL_ICD_FILENAMES: not set")
        .hasMessageContaining("OCL_ICD_VENDORS: not set")
        .hasMessageContaining("folder " + folder + ": has ICD files: 2")
        .hasMessageContaining("a.icd: is empty, so it names no library")
        .hasMessageContaining("b.icd: names libbackplane_no_such.so")
        .hasMessageContaining("does not load: libbackplane_no_such.so: cannot open shared object");
    assertThat(instance.close()).isZero();
  }

  @Test
  void aPlatformWithoutDevicesHasNone() {
    Path vendor = CLibrary.compile(folder, "vendor", CLibrary.source("vendor.c"));
    assertThat(instance(folder, vendor).enumerate(List.of())).isEmpty();
  }

  @Test
  void devicesOfSeveralPlatformsHaveKeysOfTheirOwn() {
    Path older = CLibrary.compile(folder, "older", CLibrary.source("older.c"));
    Path again = CLibrary.compile(folder, "again", CLibrary.source("older.c"));
    List<Resource> found = instance(folder, older, again).enumerate(List.of());
    assertThat(found).extracting(Resource::key).containsExactly("older-0", "older2-0");
    DeviceProperties properties = found.getFirst().properties();
    assertThat(properties.deviceType()).isEqualTo(DeviceType.FPGA);
    assertThat(properties.takesImages()).isTrue();
    assertThat(properties.details())
        .containsEntry("platform", "Older")
        .containsEntry("opencl.library", older.toString())
        .containsEntry("opencl.named_by", "key 'libraries'")
        .containsEntry("opencl.dispatch", "by name");
  }

  @Test
  void reportsSkippedLibrariesAlthoughThereAreDevices() {
    Path older = CLibrary.compile(folder, "older", CLibrary.source("older.c"));
    Path none = folder.resolve("libnone.so");
    OpenClInstance instance = instance(folder, none, older);
    assertThat(instance.whyNothing()).isEmpty();
    assertThat(instance.enumerate(List.of())).hasSize(1);
    assertThat(instance.whyNothing())
        .startsWith(
            "there are [older-0]; left out: library " + none + " (named by key 'libraries')")
        .contains("cannot open shared object file");
  }

  @Test
  void aDeviceOfThisMachineIsDescribedAndOpened() {
    OpenClInstance instance = new OpenClInstance("cl", IcdSettings.usual(), CallTrace.NONE);
    List<Resource> found = instance.enumerate(List.of());
    assumeTrue(!found.isEmpty(), "no OpenCL here; tools/setup installs pocl-opencl-icd");
    assertThat(found.stream().map(Resource::key).collect(Collectors.toSet())).hasSameSizeAs(found);
    Resource first = found.getFirst();
    assertThat(first.key()).matches("[a-z0-9_]+-0");
    assertThat(first.properties().vendor()).isPresent();
    assertThat(first.properties().vendorId()).isPresent();
    assertThat(first.properties().details())
        .containsKeys(
            "platform", "platform_version", "driver_version", "opencl.library", "opencl.named_by")
        .containsEntry("opencl.dispatch", "table");
    assertThat(Long.parseLong(first.properties().details().get("memory_bytes"))).isPositive();
    assertThat(instance.enumerate(List.of())).extracting(Resource::key).contains(first.key());

    try (DriverDevice device = instance.open(first.key(), OpenMode.EXCLUSIVE)) {
      assertThat(device.facet(Queues.class)).isPresent();
      assertThat(device.extension(Pi.class)).isPresent();
    }
    assertThatThrownBy(() -> instance.open("none", OpenMode.EXCLUSIVE))
        .isInstanceOf(BackplaneException.class)
        .hasMessageContaining("there are [" + first.key());
    assertThat(instance.close()).isZero();
  }
}
