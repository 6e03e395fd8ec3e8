package dev.backplane.cli.network;

import dev.backplane.api.BackplaneException;
import dev.backplane.api.ErrorCode;
import dev.backplane.cli.command.UnreadableFile;
import dev.backplane.cli.report.Json;
import dev.backplane.cli.report.Report;
import dev.backplane.compiler.CompilerException;
import dev.backplane.compiler.exploration.DesignPoint;
import dev.backplane.compiler.onnx.BitWidths;
import dev.backplane.json.JsonSyntaxException;
import dev.backplane.json.JsonText;
import dev.backplane.json.JsonValue;
import dev.backplane.json.JsonValue.JsonNumber;
import dev.backplane.json.JsonValue.JsonObject;
import dev.backplane.xclbin.RegularFile;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * The widths and the folding of a network, as an exploration has chosen them.
 *
 * @param activations bits of activations
 * @param weights bits of weights
 * @param interval the clocks that its layers are folded for
 */
record ChosenPoint(int activations, int weights, long interval) implements Report {
  private static final long LARGEST = 1 << 20;

  static ChosenPoint of(DesignPoint point) {
    return new ChosenPoint(point.bits().activations(), point.bits().weights(), point.folding());
  }

  BitWidths bits() {
    return new BitWidths(activations, weights);
  }

  String text() {
    return Json.text(this) + "\n";
  }

  static ChosenPoint read(Path file) {
    UnreadableFile.require("read", file);
    try {
      if (!(JsonText.read(RegularFile.text(file, LARGEST)) instanceof JsonObject point)) {
        throw wrong(file, "it is not a JSON object", null);
      }
      ChosenPoint read =
          new ChosenPoint(
              (int) Math.min(number(file, point, "activations"), Integer.MAX_VALUE),
              (int) Math.min(number(file, point, "weights"), Integer.MAX_VALUE),
              number(file, point, "interval"));
      read.bits();
      return read;
    } catch (JsonSyntaxException e) {
      throw wrong(file, "it is not JSON: " + e.getMessage(), e);
    } catch (CompilerException e) {
      throw wrong(file, e.getMessage(), e);
    } catch (IOException e) {
      throw UnreadableFile.at("read", file, e);
    }
  }

  private static long number(Path file, JsonObject point, String key) {
    JsonValue value = point.members().get(key);
    if (value instanceof JsonNumber(var _, String literal) && literal.matches("[0-9]{1,18}")) {
      return Math.max(1, Long.parseLong(literal));
    }
    throw wrong(file, "its '" + key + "' is not a whole number from 1", null);
  }

  private static BackplaneException wrong(
      Path file, @Nullable String problem, @Nullable Exception cause) {
    return BackplaneException.because(ErrorCode.INVALID_ARGUMENT, problem + "")
        .during("read the chosen point")
        .on(file.toString())
        .remedy("Give the file chosen.json that --explore has written")
        .causedBy(cause)
        .build();
  }
}
