package dev.backplane.cli.network;

import dev.backplane.compiler.calibration.Quantization;
import dev.backplane.compiler.ir.Graph;
import dev.backplane.compiler.onnx.ImportedModel;

/**
 * A network in integers, and how it became that.
 *
 * @param model the network
 * @param quantization what chose its formats, with the samples
 * @param formats the network with formats, and real weights
 */
record QuantizedNetwork(ImportedModel model, Quantization quantization, Graph formats) {}
