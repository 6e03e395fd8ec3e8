package dev.backplane.rtl.frontends;

import dev.backplane.rtl.base.RtlError;
import dev.backplane.rtl.base.RtlException;
import dev.backplane.rtl.frontends.text.ParameterValue;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The sources of a design. Immutable; the {@code with} methods return changed copies.
 *
 * @param files Verilog ({@code .v}) and SystemVerilog ({@code .sv}) files, in the order of
 *     compilation: packages before the files that use them
 * @param includes folders for included files, besides the folders of the files
 * @param defines macros and their values, empty if a macro has none
 * @param parameters parameters of the top module and their values, as numbers (5, 0x1f, 8'h1f,
 *     1.5), words, or strings in quotes
 */
public record Sources(
    List<Path> files,
    List<Path> includes,
    Map<String, String> defines,
    Map<String, String> parameters) {
  private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_$]*");

  /**
   * Values that are one word in a tool's script: without spaces, quotes, semicolons and escapes.
   */
  private static final Pattern VALUE = Pattern.compile("[A-Za-z0-9_.'+-]*");

  /** Checks names and values, which become words in a tool's script. */
  public Sources {
    files = List.copyOf(files);
    includes = List.copyOf(includes);
    defines = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(defines));
    parameters = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    defines.forEach((name, value) -> check("macro", name, value));
    parameters.forEach(Sources::checkParameter);
  }

  /**
   * Files without includes, macros and parameters.
   *
   * @param files the files, as in {@link #files()}
   * @return the sources
   */
  public static Sources of(List<Path> files) {
    return new Sources(files, List.of(), Map.of(), Map.of());
  }

  /** {@return a copy with other include folders} */
  public Sources withIncludes(List<Path> folders) {
    return new Sources(files, folders, defines, parameters);
  }

  /** {@return a copy with other macros} */
  public Sources withDefines(Map<String, String> macros) {
    return new Sources(files, includes, macros, parameters);
  }

  /** {@return a copy with other parameters} */
  public Sources withParameters(Map<String, String> values) {
    return new Sources(files, includes, defines, values);
  }

  /**
   * Checks that there is something to elaborate.
   *
   * @param top the top module
   * @throws RtlException {@code SOURCE_INVALID} if there is no file, or the name is none
   */
  public void checkTop(String top) {
    if (!IDENTIFIER.matcher(top).matches()) {
      throw new RtlException(
          RtlError.SOURCE_INVALID, "top module '" + top + "' is not a plain identifier");
    }
    if (files.isEmpty()) {
      throw new RtlException(RtlError.SOURCE_INVALID, "no source is given. Name .v or .sv files");
    }
  }

  private static void checkParameter(String name, String value) {
    if (!IDENTIFIER.matcher(name).matches()) {
      throw new RtlException(
          RtlError.SOURCE_INVALID, "parameter '" + name + "' is not a plain identifier");
    }
    try {
      ParameterValue.parse(value);
    } catch (RtlException e) {
      throw new RtlException(e.error(), "parameter '" + name + "': " + e.getMessage(), e);
    }
  }

  private static void check(String what, String name, String value) {
    if (!IDENTIFIER.matcher(name).matches() || !VALUE.matcher(value).matches()) {
      throw new RtlException(
          RtlError.SOURCE_INVALID,
          "%s '%s' = '%s' is not an identifier with a plain literal. Use letters, digits and _.'+-"
              .formatted(what, name, value));
    }
  }
}
