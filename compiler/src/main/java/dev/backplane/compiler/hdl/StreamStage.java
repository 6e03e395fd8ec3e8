package dev.backplane.compiler.hdl;

import dev.backplane.compiler.ir.Node;

/**
 * One stage of a network: the instance of a node, and the widths on both sides of it.
 *
 * @param node the node
 * @param instance its instance
 * @param inputWidth how many bits an element that comes in has
 * @param outputWidth how many bits an element that goes out has
 */
record StreamStage(Node node, HdlInstance instance, int inputWidth, int outputWidth) {}
