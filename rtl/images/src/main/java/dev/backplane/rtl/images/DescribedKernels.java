package dev.backplane.rtl.images;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The described RTL kernels of a build, with their sources. Packaged kernels stay unpacked until it
 * is closed.
 */
final class DescribedKernels implements AutoCloseable {
  private final List<XoFile> packages = new ArrayList<>();
  private final List<KernelDescription> kernels = new ArrayList<>();

  private DescribedKernels() {}

  /**
   * Reads descriptions.
   *
   * @param files the descriptions and packaged kernels
   * @param shared sources for all of them
   * @param top the top module, if it is given and there is one kernel
   */
  static DescribedKernels open(List<Path> files, Sources shared, @Nullable String top) {
    DescribedKernels opened = new DescribedKernels();
    try {
      opened.withPackageNames(
          () -> {
            opened.read(files);
            opened.addShared(shared, top);
            return opened;
          });
      return opened;
    } catch (RtlException e) {
      opened.close();
      throw e;
    }
  }

  private void read(List<Path> files) {
    for (Path file : files) {
      if (SourceGlobs.suffix(file).equals("xo")) {
        XoFile opened = XoFile.open(file);
        packages.add(opened);
        kernels.addAll(opened.kernels());
      } else {
        kernels.add(KernelDescription.read(file));
      }
    }
  }

  private void addShared(Sources shared, @Nullable String top) {
    if (kernels.size() > 1 && (top != null || !shared.parameters().isEmpty())) {
      throw new RtlException(
          RtlError.DESCRIPTION_INVALID,
          "%s, and there are %d kernels: %s. Say it in the kernel.toml of each"
              .formatted(
                  top != null ? "a top is named" : "parameters are set",
                  kernels.size(),
                  kernels.stream().map(kernel -> kernel.kernel().name()).toList()));
    }
    kernels.replaceAll(
        kernel -> {
          KernelDescription named = top == null ? kernel : kernel.withTop(top);
          return named.withSources(merge(kernel.sources(), shared));
        });
  }

  private static Sources merge(Sources own, Sources shared) {
    Set<Path> files = new LinkedHashSet<>(own.files());
    for (Path file : shared.files()) {
      // A kernel that brings a copy of a shared file would define its modules twice.
      if (own.files().stream().noneMatch(each -> isCopy(each, file))) {
        files.add(file);
      }
    }
    Set<Path> includes = new LinkedHashSet<>(own.includes());
    includes.addAll(shared.includes());
    return new Sources(
        List.copyOf(files),
        List.copyOf(includes),
        merge(own.defines(), shared.defines()),
        merge(own.parameters(), shared.parameters()));
  }

  private static boolean isCopy(Path one, Path other) {
    try {
      return String.valueOf(one.getFileName()).equals(String.valueOf(other.getFileName()))
          && Files.isRegularFile(one)
          && Files.isRegularFile(other)
          && Files.mismatch(one, other) < 0;
    } catch (IOException e) {
      throw new RtlException(
          RtlError.SOURCE_INVALID, "'%s' or '%s' cannot be read: %s".formatted(one, other, e), e);
    }
  }

  /** Values of the command line win. */
  private static Map<String, String> merge(Map<String, String> own, Map<String, String> shared) {
    Map<String, String> joined = new LinkedHashMap<>(own);
    joined.putAll(shared);
    return joined;
  }

  List<KernelDescription> kernels() {
    return List.copyOf(kernels);
  }

  /** Runs an operation; in its errors, files of packages get the name of the package. */
  <T> T withPackageNames(Supplier<T> work) {
    try {
      return work.get();
    } catch (RtlException e) {
      String text = String.valueOf(e.getMessage());
      for (XoFile each : packages) {
        text = each.withPackageNames(text);
      }
      throw text.equals(e.getMessage()) ? e : new RtlException(e.error(), text, e);
    }
  }

  @Override
  public void close() {
    packages.forEach(XoFile::close);
  }
}
