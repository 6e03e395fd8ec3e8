package dev.backplane.pi.opencl;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.DeviceType;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Facet;
import dev.backplane.api.Image;
import dev.backplane.api.ImageFormat;
import dev.backplane.api.Images;
import dev.backplane.api.binary.BinaryTargets;
import dev.backplane.api.binary.Content;
import dev.backplane.driverkit.NativeErrors;
import dev.backplane.ffi.TrialProcess;
import dev.backplane.ffi.TrialSteps;
import dev.backplane.pi.opencl.icd.ClPlatform;
import dev.backplane.pi.opencl.icd.Discovery;
import dev.backplane.pi.opencl.icd.IcdSettings;
import dev.backplane.pi.table.Pi;
import dev.backplane.pi.table.device.CrashGuard;
import dev.backplane.pi.table.device.PiDevice;
import dev.backplane.pi.table.device.PiDevices;
import dev.backplane.plugin.RegularFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Handles and binaries as OpenCL has them: a handle points to an object, a binary is believed by
 * the compiler that made it. A binary that nobody vouches for is built in a process of its own
 * first.
 */
final class ClCrashGuard implements CrashGuard {
  private static final Set<String> DID_WELL = ConcurrentHashMap.newKeySet();

  private final ClPlatform platform;
  private final int device;
  private final boolean probes;
  private final Duration deadline;

  /**
   * For a device.
   *
   * @param device its place on the platform
   */
  ClCrashGuard(ClPlatform platform, int device, IcdSettings settings) {
    this.platform = platform;
    this.device = device;
    probes = settings.probe() != IcdSettings.Probing.NEVER;
    deadline = settings.deadline();
  }

  @Override
  public String againstHandle(long handle) {
    return platform.against(handle);
  }

  @Override
  public String againstMemory(long address, long bytes) {
    return platform.againstMemory(address, bytes);
  }

  @Override
  public String againstBinary(Content binary) {
    String identity = identity(binary);
    if (!probes || DID_WELL.contains(identity)) {
      return "";
    }
    try {
      Path file = Files.createTempFile("backplane-binary-", ".bin");
      try {
        Files.write(file, binary.toArray());
        String problem =
            TrialProcess.run(
                ClCrashGuard.class,
                List.of(
                    Pi.class, Facet.class, RegularFile.class, NativeErrors.class, Nullable.class),
                List.of(
                    file.toString(), platform.library(), platform.name(), String.valueOf(device)),
                deadline);
        if (problem.isEmpty()) {
          DID_WELL.add(identity);
        }
        return problem;
      } finally {
        Files.deleteIfExists(file);
      }
    } catch (IOException e) {
      return String.valueOf(e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw BackplaneException.because(
              ErrorCode.CANCELLED,
              "the thread was interrupted that waited for a trial of the binary")
          .during("make program")
          .causedBy(e)
          .build();
    }
  }

  private String identity(Content binary) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(binary.toArray());
      return platform.library() + " " + platform + " " + HexFormat.of().formatHex(digest);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has it", e);
    }
  }

  /** The process in which a binary is tried: builds it and makes its kernels. */
  public static void main(String[] arguments) throws IOException {
    TrialSteps steps = TrialSteps.begin();
    Path file = Path.of(arguments[0]);
    Content binary = Content.read(file);
    // The other process does so too, if it still can.
    Files.deleteIfExists(file);
    try {
      build(binary, arguments[1], arguments[2], Integer.parseInt(arguments[3]), steps);
    } catch (BackplaneException refused) {
      steps.next("refused: " + refused.code()); // The other process finds that out as well.
    }
    steps.done();
  }

  private static void build(
      Content binary, String library, String platform, int device, TrialSteps steps) {
    steps.next("loading " + library);
    for (OpenClPi pi : OpenClPi.over(Discovery.of(library))) {
      for (PiDevices.Platform each : PiDevices.platforms(pi)) {
        if (each.name().equals(platform)) {
          build(binary, pi, PiDevices.of(pi, each).get(device), steps);
        }
      }
    }
  }

  private static void build(Content binary, Pi pi, PiDevices.Found found, TrialSteps steps) {
    steps.next("opening the device");
    PiDevice device =
        PiDevice.open(
            pi,
            found.platform().handle(),
            found.handle(),
            new PiDevice.Choice(
                "opencl", BinaryTargets.of(DeviceType.OTHER), CrashGuard.NONE, () -> {}));
    steps.next("building the binary");
    var program =
        device
            .facet(Images.class)
            .orElseThrow()
            .load(Image.of("binary", binary, ImageFormat.NATIVE));
    steps.next("making its kernels");
    program.kernels().forEach(program::kernel);
  }
}
