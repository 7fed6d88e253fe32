"""How rules are compiled: numba, told what it cannot know.

Most rules are only called by other rules. numba would make each of them callable from Python and from C, turn it
into machine code, and do so once more for every width of integer it is called with. Here a rule has two forms:

* ``InlineDispatcher``, as other compiled code calls it: one form for all integers, made into machine code only as a
  part of what calls it;
* ``PythonDispatcher``, as Python calls it. Only what Python does call ever has one.
"""

from __future__ import annotations

import hashlib
import pickle
import sys
from functools import cache
from typing import TYPE_CHECKING, Any

import llvmlite
import llvmlite.binding as llvm
import llvmlite.ir as code
import numba
import numpy as np
from numba.core import types
from numba.core.caching import NullCache
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, CompileResult, DefaultPassBuilder, compile_result
from numba.core.compiler_machinery import PassManager, register_pass
from numba.core.datamodel.models import OpaqueModel
from numba.core.registry import CPUDispatcher
from numba.core.serialize import dumps
from numba.core.typed_passes import NativeLowering
from numba.core.types.misc import NoneType, Omitted, unliteral
from numba.extending import intrinsic, lower_cast, register_model
from numba.np.numpy_support import as_dtype

from tilewright.core.compiling.cache import Cache, chosen_root
from tilewright.core.compiling.sources import IMPLEMENTATIONS, fingerprint

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

# numba has no public doors for what is done here, and no types to subclass; its version is pinned.
# ruff: noqa: SLF001
# mypy: disable-error-code="misc, untyped-decorator"

BOUNDS_CHECKED = bool(numba.config.BOUNDSCHECK)
VERSIONS = f"{sys.version} {numba.__version__} {llvmlite.__version__} {np.__version__}"
TOOLS = f"{VERSIONS} bounds {BOUNDS_CHECKED} opt {numba.config.OPT}"
CACHE = Cache(chosen_root())
OPTIONS = {"nopython": True, "nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}


# -- keeping compiled code ------------------------------------------------------------------------


class DiskCache(NullCache):
    """The compiled forms of one rule between runs. numba's own cache sees no change outside a function's own file."""

    def __init__(self, function: Callable[..., Any], form: str) -> None:
        self.function, self.form = function, form

    def name(self, signature: Any, target: Any) -> str | None:
        """The name in the cache of the form for this signature; None for what cannot be told by name."""
        where, what = self.function.__module__, self.function.__qualname__
        arguments = getattr(signature, "args", signature)
        layouts = frozenset(layout for kind in arguments for layout in layouts_in(kind))
        fresh = fingerprint(where, layouts, f"{TOOLS} {target.codegen().magic_tuple()}")
        if fresh is None or "<locals>" in what:
            return None
        signed = hashlib.sha256(str(signature).encode()).hexdigest()[:16]
        return f"{where}/{what}-{self.form}-{signed}-{fresh}.{self.function.__code__.co_firstlineno}"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        target_context.refresh()
        name = self.name(sig, target_context)
        data = CACHE.load(name) if name else None
        return None if data is None else self.rebuild(target_context, *pickle.loads(data))  # noqa: S301 - our own file

    def save_overload(self, sig: Any, data: Any) -> None:
        name = self.name(sig, data.target_context)
        if name and not data.library.has_dynamic_globals:
            CACHE.save(name, dumps(self.reduce(data)))

    def reduce(self, result: Any) -> Any:
        return result._replace(type_annotation="")._reduce()

    def rebuild(self, target: Any, *parts: Any) -> Any:
        return CompileResult._rebuild(target, *parts)


class InlineDiskCache(DiskCache):
    """Forms for compiled code are kept as what LLVM links."""

    def reduce(self, result: Any) -> Any:
        result.fndesc.typemap = result.fndesc.calltypes = None  # large, and needed only to compile
        code = (result.library.name, result.library._final_module.as_bitcode())
        return code, result.fndesc, result.environment, result.signature, result.reload_init

    def rebuild(self, target: Any, *parts: Any) -> Any:
        (name, bitcode), description, environment, signature, reload_init = parts
        return compile_result(
            typing_context=target.typing_context,
            target_context=target,
            entry_point=InlineKey(),
            typing_error=None,
            type_annotation="",
            signature=signature,
            objectmode=False,
            lifted=(),
            fndesc=description,
            library=LinkedOnly.from_bitcode(target.codegen(), name, bitcode),
            call_helper=None,
            environment=environment,
            metadata=None,
            reload_init=reload_init,
            referenced_envs=(),
        )


@cache
def layouts_in(kind: Any) -> frozenset[np.dtype[Any]]:
    """The record layouts that a type of numba's holds, at any depth."""
    parts = getattr(kind, "types", ())
    if isinstance(kind, types.Record):
        parts = [field.type for field in kind.fields.values()]
    elif hasattr(kind, "dtype") and kind.dtype is not kind:
        parts = [kind.dtype]
    found: frozenset[Any] = frozenset().union(*(layouts_in(one) for one in parts))
    return found | {as_dtype(kind)} if isinstance(kind, types.Record) else found


# -- rules as other compiled code calls them ------------------------------------------------------


class InlineKey:
    """Stands for an inline form where numba would have the address of a function."""


class LinkedOnly(JITCodeLibrary):
    """Code that is linked into other code, and made into machine code only there."""

    @classmethod
    def from_bitcode(cls, codegen: Any, name: str, bitcode: bytes) -> LinkedOnly:
        library = cls(codegen, name)
        library._final_module = llvm.parse_bitcode(bitcode)
        library._finalize_final_module()
        return library

    def _optimize_functions(self, ll_module: Any) -> None:
        """Not one by one: each is optimised with all it calls in a moment, and that finds the same."""
        ll_module.data_layout = self._codegen._data_layout

    def _optimize_final_module(self) -> None:
        """Once: numba's first, cheaper run prepares the pruning of references, which rules do not count."""
        passes, builder = self._codegen._module_pass_manager()
        passes.run(self._final_module, builder)

    def _finalize_final_module(self) -> None:
        """Ready for what calls it, which may drop it once it is inlined: numba would keep a copy for that."""
        self._finalize_dynamic_globals()
        for function in self._final_module.functions:
            if not function.is_declaration and function.linkage == llvm.Linkage.external:
                function.linkage = llvm.Linkage.linkonce_odr
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class InlineLowering(NativeLowering):
    """Lower to what LLVM links, and stop there."""

    _name = "inner_lowering"

    def run_pass(self, state: Any) -> bool:
        state.library = LinkedOnly(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        state["cr"] = state["cr"]._replace(cfunc=InlineKey())
        state.targetctx.insert_user_function(state["cr"].cfunc, state["cr"].fndesc, [state.library])
        state.reload_init.extend(state.library._reload_init)
        return True


class InlineCompiler(CompilerBase):
    """numba's own passes but for the last."""

    def define_pipelines(self) -> list[Any]:
        passes = PassManager("inner")
        for each, why in DefaultPassBuilder.define_nopython_pipeline(self.state).passes:
            passes.add_pass(InlineLowering if each is NativeLowering else each, why)
        passes.finalize()
        return [passes]


LEFT_OUT = Omitted(None)


def widened(kind: Any) -> Any:
    """One type for all signed integers: compiled code computes with 64 bits anyway. And one for all rows of a kind.

    None counts as an argument left out: then it is no argument at all, and one form serves both.
    """
    plain = unliteral(kind)
    if plain is types.none:
        return LEFT_OUT
    if isinstance(plain, types.NestedArray):  # in a record, where its length is a part of its type
        return types.Array(plain.dtype, plain.ndim, "C")
    return types.int64 if isinstance(plain, types.Integer) and plain.name.startswith("int") else plain


def as_array(context: Any, builder: Any, fromty: Any, toty: Any, val: Any) -> Any:  # noqa: ARG001 - numba's words
    """A row in a record is made into an array where it is read; only its type says more."""
    return val


lower_cast(types.NestedArray, types.Array)(as_array)


@lower_cast(NoneType, Omitted)
def as_left_out(context: Any, builder: Any, fromty: Any, toty: Any, val: Any) -> None:
    """None handed on is an argument left out."""


class InlineDispatcher(CPUDispatcher):
    """A rule as other compiled code calls it."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function, targetoptions={**OPTIONS, "no_cpython_wrapper": True}, pipeline_class=InlineCompiler)
        self._cache = InlineDiskCache(function, "inner")

    def get_call_template(self, args: Any, kws: Any) -> Any:
        return super().get_call_template(tuple(map(widened, args)), {name: widened(kind) for name, kind in kws.items()})

    def add_overload(self, cres: Any) -> None:
        """Without the syntax it was made from, which takes more memory than the code."""
        self.overloads[tuple(cres.signature.args)] = cres._replace(type_annotation="", metadata=None)


# -- rules as Python calls them -------------------------------------------------------------------


class PythonDispatcher(CPUDispatcher):
    """A rule as Python calls it; to other compiled code it shows its inline form."""

    def __init__(self, function: Callable[..., Any]) -> None:
        super().__init__(function, targetoptions=OPTIONS)
        self._cache = DiskCache(function, "entry")
        self.inline = InlineDispatcher(function)

    @property
    def _numba_type_(self) -> Any:
        return self.inline._type

    def add_overload(self, cres: Any) -> None:
        super().add_overload(cres)
        for environment in cres._find_referenced_environments():
            cres.codegen.set_env(environment.env_name, environment)


# -- verbs ----------------------------------------------------------------------------------------


class VerbType(types.Callable, types.Opaque):
    """The type of a verb: a call to it is a call to its implementation for the first argument's layout."""

    def __init__(self, name: str, meanings: Mapping[Any, Any]) -> None:
        self.meanings = meanings
        super().__init__(f"VerbType({name} {id(meanings)})")  # numba takes types of one name for the same

    def meaning(self, arguments: Any) -> Any:
        return self.meanings[as_dtype(arguments[0])]._numba_type_

    def get_call_type(self, context: Any, args: Any, kws: Any) -> Any:
        return self.meaning(args).get_call_type(context, args, kws)

    def get_call_signatures(self) -> tuple[list[Any], bool]:
        return [], True

    def get_impl_key(self, sig: Any) -> Any:
        return self.meaning(sig.args).get_impl_key(sig)


register_model(VerbType)(OpaqueModel)


def register_verb(verb: Any, meanings: Mapping[Any, Any]) -> None:
    """Let compiled code call a verb."""
    IMPLEMENTATIONS[verb.__name__] = meanings
    verb._numba_type_ = VerbType(verb.__name__, meanings)


# -- short rows of numbers ------------------------------------------------------------------------
#
# Rows of nets have 8 to 32 numbers of 32 bits and lie in records, so that their length is known. LLVM does not see
# that two of them never overlap, and adds number by number; here it is told to take a row at once. Products are not
# contracted and sums are taken in a fixed order, so that every machine finds the same.


def row_of(context: Any, builder: Any, kind: Any, value: Any, length: int) -> Any:
    """Where a row begins, as one vector."""
    array = context.make_array(kind)(context, builder, value)
    return builder.bitcast(array.data, code.VectorType(code.FloatType(), length).as_pointer())


def load_row(builder: Any, where: Any) -> Any:
    found = builder.load(where)
    found.align = 4
    return found


@intrinsic
def add_scaled(_: Any, total: Any, row: Any, factor: Any) -> Any:  # noqa: ARG001 - named for those who call it
    """Add a multiple of a row to another; the total is a field of a record."""
    length = total.shape[0]

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        where = row_of(context, builder, signature.args[0], arguments[0], length)
        given = load_row(builder, row_of(context, builder, signature.args[1], arguments[1], length))
        nowhere = code.Constant(given.type, code.Undefined)
        first = builder.insert_element(nowhere, arguments[2], code.Constant(code.IntType(32), 0))
        factors = builder.shuffle_vector(first, nowhere, _numbers([0] * length))
        builder.store(builder.fadd(load_row(builder, where), builder.fmul(given, factors)), where).align = 4
        return context.get_dummy_value()

    return types.void(total, row, types.float32), generate


@intrinsic
def positive_dot(_: Any, row: Any, other: Any) -> Any:
    """The sum of the products of two rows, fields of a record, where the first is above 0; a power of two long."""
    length = row.shape[0]

    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        one, two = (
            load_row(builder, row_of(context, builder, signature.args[k], arguments[k], length)) for k in range(2)
        )
        nothing = code.Constant(one.type, [0.0] * length)
        products = builder.fmul(builder.select(builder.fcmp_ordered(">", one, nothing), one, nothing), two)
        half = length
        while half > 1:
            half //= 2
            halves = (
                builder.shuffle_vector(products, products, _numbers(range(start, start + half))) for start in (0, half)
            )
            products = builder.fadd(*halves)
        return builder.extract_element(products, code.Constant(code.IntType(32), 0))

    return types.float32(row, other), generate


def _numbers(which: Sequence[int]) -> Any:
    return code.Constant(code.VectorType(code.IntType(32), len(which)), list(which))
