package dev.backplane.pi.device;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.api.Image;
import dev.backplane.api.Images;
import dev.backplane.api.Kernel;
import dev.backplane.api.Kernels;
import dev.backplane.api.LoadOption;
import dev.backplane.api.Program;
import dev.backplane.api.ProgramCode;
import dev.backplane.api.RunAbility;
import dev.backplane.api.binary.BinaryContainer;
import dev.backplane.api.binary.BinaryFormat;
import dev.backplane.api.binary.Content;
import dev.backplane.api.binary.DeviceBinary;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * One program at a time: source in OpenCL C, SPIR-V, a binary of the device, or a container of
 * device binaries of which the most fitting is taken.
 */
final class PiImages implements Images, Kernels {
  private static final Pattern KERNEL = Pattern.compile("\\b(__)?kernel\\b");
  private static final Pattern CONTROL = Pattern.compile("[\\x00-\\x08\\x0E-\\x1F]");

  private final PiPrograms programs;
  private final PiQueue runs;
  private final Selection selection;
  private @Nullable PiProgram current;

  PiImages(PiPrograms programs, PiQueue runs, Selection selection) {
    this.programs = programs;
    this.runs = runs;
    this.selection = selection;
  }

  @Override
  public synchronized Program load(Image image, LoadOption... options) {
    UUID uuid = UUID.nameUUIDFromBytes(image.bytes());
    PiProgram before = current;
    boolean force = List.of(options).contains(LoadOption.FORCE);
    if (before != null && before.uuid().equals(uuid) && !force) {
      return before;
    }
    if (before != null && !runs.isEmpty()) {
      throw BackplaneException.because(ErrorCode.IN_USE, "a run of " + before + " has not ended")
          .during("load " + image.name())
          .remedy("Wait for the run, then load the image")
          .build();
    }
    DeviceBinary binary = binary(image);
    ProgramCode code = code(image, binary);
    PiProgram next =
        programs.build(
            code, uuid, new KernelNotes(binary.entries(), binary.ranges(), WorkItemUse.of(code)));
    current = next;
    if (before != null) {
      before.close();
    }
    return next;
  }

  private DeviceBinary binary(Image image) {
    if (BinaryContainer.isOne(image)) {
      return selection.select(BinaryContainer.read(image));
    }
    Content content = Content.of(image.bytes());
    BinaryFormat format = BinaryFormat.sniff(content);
    if (format == BinaryFormat.NONE) {
      format = isText(image.bytes()) ? source(image) : BinaryFormat.NATIVE;
    }
    return DeviceBinary.of("", content).withFormat(format);
  }

  private static BinaryFormat source(Image image) {
    if (KERNEL.matcher(new String(image.bytes(), StandardCharsets.UTF_8)).find()) {
      return BinaryFormat.SOURCE;
    }
    throw BackplaneException.because(
            ErrorCode.IMAGE_INVALID,
            "it is a text without a kernel, no SPIR-V, no binary and no container of binaries")
        .during("load " + image.name())
        .remedy("Load source in OpenCL C, SPIR-V, a binary of the device, or a container")
        .build();
  }

  private static boolean isText(byte[] bytes) {
    try {
      return !CONTROL
          .matcher(StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)))
          .find();
    } catch (CharacterCodingException e) {
      // Then it is no text.
      return false;
    }
  }

  private static ProgramCode code(Image image, DeviceBinary binary) {
    byte[] bytes = binary.code().toArray();
    ProgramCode code =
        switch (binary.effectiveFormat()) {
          case SOURCE -> ProgramCode.source(image.name(), binary.code().text());
          case SPIRV, BITCODE -> ProgramCode.spirv(image.name(), bytes);
          case NATIVE, NONE -> ProgramCode.binary(image.name(), bytes);
          case XCLBIN ->
              throw BackplaneException.because(
                      ErrorCode.IMAGE_PLATFORM_MISMATCH, "it is an xclbin, for a card")
                  .during("load " + image.name())
                  .remedy("Load it on a card, or give source or SPIR-V for this device")
                  .build();
        };
    return code.withOptions(binary.compileOptions());
  }

  @Override
  public synchronized Optional<Program> loaded() {
    return Optional.ofNullable(current);
  }

  @Override
  public List<String> kernels() {
    return loaded().map(Kernels::kernels).orElse(List.of());
  }

  @Override
  public Set<RunAbility> abilities() {
    return PiProgram.ABILITIES;
  }

  @Override
  public Kernel kernel(String name) {
    return loaded()
        .orElseThrow(
            () ->
                BackplaneException.because(ErrorCode.NO_IMAGE, "no image is loaded")
                    .during("kernel " + name)
                    .remedy("Load one first")
                    .build())
        .kernel(name);
  }

  synchronized void close() {
    if (current != null) {
      current.close();
      current = null;
    }
  }
}
